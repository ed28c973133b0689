import { ChatCard } from "./ChatCard.tsx";
import { useChat } from "./use-chat.ts";

export function ChatPanel({ openCaller }: { openCaller: (id: string) => void }) {
  const view = useChat(openCaller);
  return <ChatCard key={view.station?.id ?? ""} view={view} />;
}
