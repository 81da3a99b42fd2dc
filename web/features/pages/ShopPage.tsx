import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ownText } from '#contract/shop/owned-text.ts';
import type { ShopPageContent } from '#contract/shop/shop-pages.ts';
import { t } from '#contract/text.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { RenderedText } from '../../ui/RenderedText.tsx';
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
        <RenderedText className="mt-8" html={page.html} lang={page.lang} />
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
