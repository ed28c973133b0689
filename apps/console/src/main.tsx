import "@fontsource-variable/inter/wght.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/conditions.css";
import { createConsoleRouter } from "./app/router.tsx";
import { startConsole } from "./app/start-console.tsx";

void startConsole(window, createConsoleRouter);
