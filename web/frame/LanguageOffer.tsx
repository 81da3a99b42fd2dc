import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isRightToLeft, language, withParents } from '#contract/language.ts';
import { localizedPath } from '#contract/page-paths.ts';
import type { ShopLanguage } from '#contract/shop/shop.ts';
import { chosenLanguage } from '../ui/chosen-language.ts';
import { currentShop } from '../ui/current-shop.ts';
import { Icon } from '../ui/Icon.tsx';

/**
 * On a first visit without a prefix, offers the language of the browser when the shop speaks it. It leads there only when
 * it is pressed, and lies over the page, so that nothing moves; the footer ends above it.
 */
export function LanguageOffer() {
  const [offered, setOffered] = useState<ShopLanguage>();
  const { pathname, search } = useLocation();
  useEffect(() => setOffered(languageToOffer()), []);
  if (!offered?.offer) return null;
  const choose = (tag: string) => {
    chosenLanguage.write(tag);
    setOffered(undefined);
  };
  return (
    <aside
      className="fixed inset-x-4 bottom-4 z-30 mx-auto flex w-fit max-w-full flex-wrap items-center gap-x-4 rounded-md border border-line-strong bg-surface px-4 py-1 shadow-over print:hidden in-[:root:has(section[data-offer])]:hidden"
      data-offer
      dir={isRightToLeft(offered.tag) ? 'rtl' : 'ltr'}
      lang={offered.tag}
    >
      <a
        className="text-link inline-flex min-h-11 items-center gap-2"
        href={localizedPath(offered.prefix, pathname + search)}
        hrefLang={offered.tag}
        onClick={() => choose(offered.tag)}
      >
        <Icon className="size-5 text-muted" name="globe" />
        <span>{offered.offer.read}</span>
      </a>
      <button
        className="min-h-11 cursor-pointer text-muted underline-offset-4 hover:underline"
        onClick={() => choose(language())}
        type="button"
      >
        {offered.offer.decline}
      </button>
    </aside>
  );
}

function languageToOffer(): ShopLanguage | undefined {
  const { languages } = currentShop();
  const isPrefixed = languages[0]?.tag !== language();
  if (languages.length === 1 || isPrefixed || chosenLanguage.read() !== null) return undefined;
  for (const wanted of navigator.languages) {
    const tags = withParents(wanted);
    const base = tags.at(-1);
    const found =
      tags.flatMap((one) => languages.filter(({ tag }) => tag === one))[0] ??
      languages.find(({ tag }) => tag.split('-')[0] === base);
    if (found) return found.tag === language() ? undefined : found;
  }
  return undefined;
}
