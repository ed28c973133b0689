import { ChatCard } from "./ChatCard.tsx";
import { useChat } from "./use-chat.ts";

interface ChatPanelProps {
  openCaller: (id: string) => void;
}

export function ChatPanel({ openCaller }: ChatPanelProps) {
  const view = useChat(openCaller);
  return <ChatCard key={view.station?.id ?? ""} view={view} />;
}
