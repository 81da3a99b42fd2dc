import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { isRightToLeft } from '#contract/language.ts';

/**
 * A text of the owner that the server has rendered. The links in it are plain elements, so what React Router's own links do is
 * done here.
 */
export function RenderedText({
  html,
  lang,
  className = '',
}: {
  html: string;
  lang: string | undefined;
  className?: string;
}) {
  const navigate = useNavigate();
  const followLink = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || !isOwnPage(link, event)) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what one interacts with
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div
      className={`prose ${className}`}
      dir={directionOf(lang)}
      lang={lang}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it and lets no HTML through
      dangerouslySetInnerHTML={{ __html: html }}
      onClick={followLink}
    />
  );
}

/** The direction of what is written in a language, where that is known. */
export function directionOf(lang: string | undefined): 'rtl' | 'ltr' | undefined {
  if (!lang) return undefined;
  return isRightToLeft(lang) ? 'rtl' : 'ltr';
}

/** Files of the shop are documents of their own, and what is clicked with a key held opens elsewhere. */
function isOwnPage(link: HTMLAnchorElement, { button, ...event }: MouseEvent): boolean {
  const isPlain = button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const isFile = /\.\w+$/.test(link.pathname);
  return isPlain && !event.altKey && link.origin === location.origin && !isFile;
}
