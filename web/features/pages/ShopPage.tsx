import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ownText } from '#contract/shop/owned-text.ts';
import type { ShopPageContent } from '#contract/shop/shop-pages.ts';
import { t } from '#contract/text.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { shopPageQuery } from './queries.ts';

/** From this many headings on, a page lists them. */
const leastContents = 4;

/** A page that the owner of the shop has written in Markdown. The server has rendered it: there is no renderer in the browser. */
export function ShopPage() {
  const { page: name = '' } = useParams();
  const query = useQuery(shopPageQuery(name));
  const { data: page } = query;
  if (!page) {
    const title = currentShop().pages.find(({ path }) => path === `/${name}`)?.title;
    return (
      <div className="mx-auto min-h-dvh max-w-page px-4 py-12">
        <LoadingOrError heading={title === undefined ? name : ownText(title)} query={query} />
      </div>
    );
  }
  const hasContents = page.contents.length >= leastContents;
  return (
    <div className="mx-auto max-w-page px-4 py-12 md:py-20">
      <div
        className={`mx-auto grid grid-cols-[minmax(0,1fr)] gap-x-16 ${hasContents ? 'max-w-5xl lg:grid-cols-[minmax(0,1fr)_14rem]' : 'max-w-prose'}`}
      >
        <h1 className="wrap-anywhere" dir={page.dir} lang={page.lang} tabIndex={-1}>
          {page.heading}
        </h1>
        {hasContents && <Contents of={page} />}
        <Text dir={page.dir} html={page.html} lang={page.lang} />
      </div>
    </div>
  );
}

function Contents({ of: { contents, dir, lang } }: { of: ShopPageContent }) {
  return (
    <nav
      aria-label={t`On this page`}
      className="mt-8 self-start border-s-[6px] border-double border-brass ps-4 text-sm lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-2"
    >
      <p aria-hidden="true" className="font-semibold">
        {t`On this page`}
      </p>
      <ul className="mt-1" dir={dir} lang={lang}>
        {contents.map(({ id, text }) => (
          <li key={id}>
            <a className="text-link inline-block py-1 wrap-anywhere" href={`#${id}`}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The links in it are plain elements, so what React Router's own links do is done here. */
function Text({ html, dir, lang }: Pick<ShopPageContent, 'html' | 'dir' | 'lang'>) {
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
      className="prose mt-8"
      dir={dir}
      lang={lang}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it and lets no HTML through
      dangerouslySetInnerHTML={{ __html: html }}
      onClick={followLink}
    />
  );
}

/** Files of the shop are documents of their own, and what is clicked with a key held opens elsewhere. */
function isOwnPage(link: HTMLAnchorElement, { button, ...event }: MouseEvent): boolean {
  const isPlain = button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const isFile = /\.\w+$/.test(link.pathname);
  return isPlain && !event.altKey && link.origin === location.origin && !isFile;
}
