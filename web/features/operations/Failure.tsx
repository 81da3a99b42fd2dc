import { useQuery } from '@tanstack/react-query';
import { language } from '#contract/language.ts';
import type { SaidText } from '#contract/said-text.ts';
import { inPageLanguage } from '../../api/refusal-texts.ts';

/** What went wrong, in the language of the page; in English where only the words were stored. */
export function Failure({
  error,
  texts = [{ message: error }],
}: {
  error: string;
  texts: SaidText[] | undefined;
}) {
  const { data: said = [] } = useQuery({
    queryKey: ['server-texts', language(), texts],
    queryFn: () =>
      Promise.all(
        texts.map(({ message, messageId: id, messageValues: values }) =>
          inPageLanguage({ english: message, id, values }),
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return texts.map(({ message }, index) => {
    const text = said[index] ?? message;
    return (
      <span className="block" key={message}>
        {text === message ? (
          <bdi dir="ltr" lang="en">
            {message}
          </bdi>
        ) : (
          <bdi>{text}</bdi>
        )}
      </span>
    );
  });
}
