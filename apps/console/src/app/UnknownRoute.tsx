import { useNavigate } from "@tanstack/react-router";

import { NotFoundPage } from "./StatusPage.tsx";

export function UnknownRoute() {
  const navigate = useNavigate();
  return <NotFoundPage home={() => void navigate({ to: "/" })} />;
}
