import { type ComponentType, type ReactNode, useMemo } from "react";
import { IntlProvider, type Messages, useLocale, useMessages, useTimeZone } from "use-intl";

interface LazyWordsProps {
  words: Partial<Messages>;
  children: ReactNode;
}

/**
 * Adds words that are in the same chunk as their component, so that the first load does not contain
 * them.
 */
export function LazyWords({ words, children }: LazyWordsProps) {
  const messages = useMessages();
  const timeZone = useTimeZone();
  const all = useMemo(() => ({ ...words, ...messages }), [words, messages]);
  return (
    <IntlProvider
      locale={useLocale()}
      messages={all}
      {...(timeZone === undefined ? {} : { timeZone })}
    >
      {children}
    </IntlProvider>
  );
}

/** Returns the component with its words, for a part that loads when it is first opened. */
export function withWords<Props extends object>(
  Worded: ComponentType<Props>,
  words: Partial<Messages>,
): ComponentType<Props> {
  function WithWords(props: Props) {
    return (
      <LazyWords words={words}>
        <Worded {...props} />
      </LazyWords>
    );
  }
  return WithWords;
}
