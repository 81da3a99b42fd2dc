import { Link } from 'react-router';
import { textsOf } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { categoryIds, shownCategoryName } from '#contract/products/shop-categories.ts';
import { needsConsent } from '#contract/shop/analytics-consent.ts';
import { msg, t } from '#contract/text.ts';
import { categoryLink } from '../routing/browse-links.ts';
import { currentShop, shopHas } from '../ui/current-shop.ts';
import { EntryLink } from '../ui/EntryLink.tsx';
import { phoneAddress } from '../ui/format.ts';
import { LineDrawing } from '../ui/Icon.tsx';
import { Logo } from '../ui/Logo.tsx';
import { Owned, Shown } from '../ui/Owned.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';

/** The links of a shop whose owner has written no pages. */
const ownPages = textsOf([
  { title: msg`About us`, path: paths.about() },
  { title: msg`Contact`, path: paths.about('contact') },
  { title: msg({ message: 'Jobs', context: 'at the shop' }), path: paths.about('jobs') },
  { title: msg`Press kit`, path: paths.about('press-kit') },
]);

/** The number of links that fit beside the logo. */
const maxInRow = 5;

/** The shop's line, its address and accounts elsewhere, and links to its pages: in a row if they are few, otherwise in columns. */
export function Footer() {
  const { name, tagline, pages, footer = [], firstYear = 2022 } = currentShop();
  const year = String(firstYear);
  const links =
    pages.length > 0
      ? pages.map(({ title, path }) => ({ path, title: <Owned text={title} /> }))
      : ownPages;
  const isRow = links.length + footer.length <= maxInRow;
  return (
    <footer className="on-walnut mt-6 sm:mt-16 in-[:root:has([data-offer])]:pb-32 sm:in-[:root:has([data-offer])]:pb-20">
      <div
        className={`mx-auto flex max-w-page flex-col gap-x-16 gap-y-1.5 px-4 pt-5 pb-1.5 sm:gap-y-6 sm:py-10 md:flex-row md:justify-between ${isRow ? 'md:items-center' : ''}`}
      >
        <div className="flex min-w-0 flex-wrap items-end justify-between gap-x-3 sm:block md:max-w-sm">
          <div className="flex flex-wrap items-center gap-x-3 max-sm:basis-full sm:block">
            <Logo onWalnut />
            {tagline && (
              <p className="text-on-walnut-muted max-sm:text-[0.9375rem] sm:mt-2">
                <bdi>
                  <Owned text={tagline} />
                </bdi>
              </p>
            )}
          </div>
          <Contact />
          <SocialLinks />
        </div>
        <nav aria-label={t`About the shop`} className={isRow ? '' : 'md:max-w-2xl md:flex-1'}>
          <ul
            className={
              isRow ? 'flex flex-wrap gap-x-6' : 'columns-[10rem] gap-x-6 text-[0.9375rem]'
            }
          >
            {links.map(({ title, path }) => (
              <li className="break-inside-avoid" key={path}>
                <Link className="footer-link wrap-anywhere" to={path}>
                  {title}
                </Link>
              </li>
            ))}
            {footer.map(({ title, to }) => (
              <li className="break-inside-avoid" key={to}>
                <EntryLink className="footer-link wrap-anywhere" to={to}>
                  <Owned text={title} />
                </EntryLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {shopHas('open-catalogue') && <CategoryLinks />}
      <div className="flex flex-col items-center gap-x-12 gap-y-1 border-t border-walnut-line px-4 pt-2 pb-3 sm:gap-y-2 sm:py-4 md:flex-row md:justify-center">
        <LanguageSwitch />
        <AnalyticsChoice />
        {shopHas('reports') && (
          <Link className="footer-link text-sm" to={paths.stolen()}>
            {t`Report it stolen`}
          </Link>
        )}
        <p className="py-2 text-center text-sm text-on-walnut-muted">
          {t`Copyright © ${year} ${name}`}
        </p>
      </div>
    </footer>
  );
}

/** Where visitors are asked whether their visits may be counted, they can answer again. */
function AnalyticsChoice() {
  const { analytics } = currentShop();
  if (!analytics || !needsConsent(analytics)) return null;
  return (
    <button
      className="footer-link cursor-pointer text-sm noscript:hidden"
      onClick={() => dispatchEvent(new Event('analytics-choice'))}
      type="button"
    >
      {t`Visitor statistics`}
    </button>
  );
}

/** Everyone may see these pages, and search engines find all others of instruments by them. */
function CategoryLinks() {
  return (
    <nav aria-label={t`Instruments`} className="mx-auto max-w-page px-4 pb-2 sm:pb-6">
      <ul className="flex flex-wrap gap-x-6">
        {categoryIds().map((category) => (
          <li key={category}>
            <Link className="footer-link" to={categoryLink(category)}>
              <Shown {...shownCategoryName(category)} />
            </Link>
          </li>
        ))}
        <li>
          <Link className="footer-link" to={paths.instruments()}>
            {t`Instruments by kind`}
          </Link>
        </li>
      </ul>
    </nav>
  );
}

function Contact() {
  const { email, telephone, address = [] } = currentShop().contact ?? {};
  const links = [
    [email, `mailto:${email}`],
    [telephone, phoneAddress(telephone ?? '')],
  ];
  if (!email && !telephone && address.length === 0) return null;
  return (
    <address className="mt-2 text-on-walnut-muted not-italic wrap-anywhere sm:mt-4">
      {address.map((line) => (
        <span className="block" key={line}>
          {line}
        </span>
      ))}
      {links.map(
        ([text, href]) =>
          text && (
            <span className="block" key={href}>
              <a className="footer-link" href={href}>
                <bdi dir="ltr">{text}</bdi>
              </a>
            </span>
          ),
      )}
    </address>
  );
}

function SocialLinks() {
  const { name: shop, socialLinks } = currentShop();
  if (socialLinks.length === 0) return null;
  return (
    <ul aria-label={t`Elsewhere`} className="mt-2 flex flex-wrap max-sm:-mx-2.5 sm:gap-x-6">
      {socialLinks.map(({ name, url, icon }) => (
        <li key={url}>
          <a
            aria-label={t`${shop} on ${name}`}
            className="footer-link max-sm:px-2.5"
            href={url}
            rel="me"
          >
            <LineDrawing className="size-6 text-on-walnut-muted" path={icon} />
            <span className="max-sm:sr-only">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
