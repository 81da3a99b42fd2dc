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
 * component is there; null says nothing yet. The highest rank speaks.
 */
export function useDocumentHead(head: Head | null, origin: string, rank: number): void {
  const written = head && JSON.stringify(headTags(head, origin));
  useEffect(() => {
    if (written === null) return;
    const voice: Voice = { rank, tags: JSON.parse(written) as HeadTag[] };
    voices.push(voice);
    speak();
    return () => {
      voices.splice(voices.indexOf(voice), 1);
      speak();
    };
  }, [written, rank]);
}

/** The title of the page that was navigated to last; empty as long as the first one is shown. */
export function announcedTitle(): string {
  return announced;
}

/** Calls back when a navigation has changed the title. Returns the way to stop. */
export function watchTitle(onChange: () => void): () => void {
  titleListeners.add(onChange);
  return () => titleListeners.delete(onChange);
}

let announced = '';
const titleListeners = new Set<() => void>();

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
      writeTitle(text ?? '');
      continue;
    }
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.setAttribute('data-head', '');
    if (text !== undefined) element.textContent = text;
    document.head.append(element);
  }
}

function writeTitle(title: string): void {
  // The server's page comes with its title: what is the same is no news.
  if (title === document.title) return;
  document.title = title;
  announced = title;
  for (const tell of titleListeners) tell();
}
