import { useEffect } from 'react';
import { type Head, type HeadTag, headTags } from './head.ts';

/** Who speaks for the page: the route, or over it what went wrong with the route. */
export const headRanks = { route: 0, failure: 1 } as const;

interface Voice {
  rank: number;
  tags: HeadTag[];
}

const voices: Voice[] = [];

/**
 * Makes the document's title, description, canonical address and the rest say what `head` says, for as long as the
 * component is there. The highest rank speaks. The first head came with the server's page and is left alone.
 */
export function useDocumentHead(head: Head, origin: string, rank: number): void {
  const written = JSON.stringify(headTags(head, origin));
  useEffect(() => {
    const voice: Voice = { rank, tags: JSON.parse(written) as HeadTag[] };
    voices.push(voice);
    speak();
    return () => {
      voices.splice(voices.indexOf(voice), 1);
      speak();
    };
  }, [written, rank]);
}

function speak(): void {
  const voice = voices.reduce<Voice | undefined>(
    (loudest, next) => (loudest && loudest.rank > next.rank ? loudest : next),
    undefined,
  );
  // Between two pages nobody speaks for a moment; the old head stays until the next one comes.
  if (voice) write(voice.tags);
}

function write(tags: readonly HeadTag[]): void {
  for (const old of document.head.querySelectorAll('[data-head]')) old.remove();
  for (const { name, attributes, text } of tags) {
    if (name === 'title') {
      document.title = text ?? '';
      continue;
    }
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.setAttribute('data-head', '');
    if (text !== undefined) element.textContent = text;
    document.head.append(element);
  }
}
