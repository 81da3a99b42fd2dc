import { useLocation } from 'react-router';
import { language } from '#contract/language.ts';
import { localizedPath } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { chosenLanguage } from '../ui/chosen-language.ts';
import { currentShop } from '../ui/current-shop.ts';
import { Icon } from '../ui/Icon.tsx';
import { languageName } from '../ui/language-name.ts';

/** This page in the other languages of the shop. Other scripts belong to them, so the document is loaded again. */
export function LanguageSwitch() {
  const { languages } = currentShop();
  const { pathname, search } = useLocation();
  if (languages.length === 1) return null;
  return (
    <nav
      aria-label={t`Language`}
      className="flex flex-wrap items-center justify-center gap-x-4 max-sm:text-[0.9375rem] sm:gap-x-5"
    >
      <Icon className="size-5 text-on-walnut-muted" name="globe" />
      {languages.map(({ tag, prefix }) => (
        <a
          aria-current={tag === language() ? 'true' : undefined}
          className="footer-link aria-current:font-semibold"
          href={localizedPath(prefix, pathname + search)}
          hrefLang={tag}
          key={tag}
          lang={tag}
          onClick={() => chosenLanguage.write(tag)}
        >
          {languageName(tag)}
        </a>
      ))}
    </nav>
  );
}
