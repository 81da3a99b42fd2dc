import { useEffect } from 'react';
import { type Head, type HeadTag, headTags } from './head.ts';

/** The head of an error page has precedence over the head of its route. */
export const headRanks = { route: 0, failure: 1 } as const;

interface MountedHead {
  rank: number;
  tags: HeadTag[];
}

const mountedHeads: MountedHead[] = [];

/**
 * Applies `head` to the document's title, description, canonical URL and so on while the component is mounted; null
 * changes nothing. The head with the highest rank wins.
 */
export function useDocumentHead(head: Head | null, origin: string, rank: number): void {
  const written = head && JSON.stringify(headTags(head, origin));
  useEffect(() => {
    if (written === null) return;
    const mounted: MountedHead = { rank, tags: JSON.parse(written) as HeadTag[] };
    mountedHeads.push(mounted);
    writeHighest();
    return () => {
      mountedHeads.splice(mountedHeads.indexOf(mounted), 1);
      writeHighest();
    };
  }, [written, rank]);
}

/** The title of the last page that was navigated to; empty while the first page is shown. */
export function announcedTitle(): string {
  return announced;
}

/** Calls back when a navigation has changed the title. Returns the unsubscribe function. */
export function watchTitle(onChange: () => void): () => void {
  titleListeners.add(onChange);
  return () => titleListeners.delete(onChange);
}

let announced = '';
const titleListeners = new Set<() => void>();

function writeHighest(): void {
  const highest = mountedHeads.reduce<MountedHead | undefined>(
    (found, next) => (found && found.rank > next.rank ? found : next),
    undefined,
  );
  // Between two pages no head is registered for a moment; the old one stays until the next is.
  if (highest) write(highest.tags);
}

function write(tags: readonly HeadTag[]): void {
  // The server has written more into the head of the first page than a browser would.
  const isHidden = (tag: HeadTag) => tag.attributes.name === 'robots';
  const wasHidden = document.head.querySelector('[data-head][name="robots"]') !== null;
  if (tags.every(isThere) && tags.some(isHidden) === wasHidden) return;
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

function isThere({ name, attributes, text }: HeadTag): boolean {
  if (name === 'title') return text === document.title;
  const wanted = Object.entries(attributes);
  return [...document.head.querySelectorAll(`${name}[data-head]`)].some((element) =>
    wanted.every(([key, value]) => element.getAttribute(key) === value),
  );
}

function writeTitle(title: string): void {
  // The server-rendered page already has its title: the same title is not announced.
  if (title === document.title) return;
  document.title = title;
  announced = title;
  for (const notify of titleListeners) notify();
}
