import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Category, limits } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { SuggestionsProps } from './SearchSuggestions.tsx';

/**
 * The form that searches the shop, or one category. It is a plain form, which works before and without scripts. Its
 * suggestions are a script that is loaded when the field gets the focus; without them it still searches.
 */
export function SearchBox({ label, category }: { label: string; category?: Category }) {
  const navigate = useNavigate();
  const { pathname, search, key } = useLocation();
  const words = (pathname === paths.search() && new URLSearchParams(search).get('q')) || '';
  const shown = useRef(words);
  const field = useRef<HTMLInputElement>(null);
  /** What was in the field when a search was started. */
  const submitted = useRef<string>(undefined);
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>();

  useEffect(() => {
    const isTypedSince =
      submitted.current !== undefined && submitted.current !== field.current?.value;
    // The first page is left out, because the user may have typed before this script, and so is what was typed while a
    // search opened.
    if (field.current && shown.current !== words && !isTypedSince) field.current.value = words;
    shown.current = words;
    submitted.current = undefined;
    // Each navigation ends what was submitted, also one to the same words.
    void key;
  }, [words, key]);

  const searchFor = (q: string | undefined) => {
    submitted.current = field.current?.value;
    void navigate(paths.search({ ...(q && { q }), ...(category && { category }) }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    searchFor(field.current?.value.trim());
  };
  const loadSuggestions = () =>
    import('./SearchSuggestions.tsx').then(
      (script) => setSuggestions(() => script.SearchSuggestions),
      () => undefined,
    );
  return (
    <search aria-label={label}>
      <form action={paths.search()} className="relative" onSubmit={submit}>
        <input
          aria-autocomplete="list"
          // The suggestions change it, and set what else a combobox says of its list.
          aria-expanded={false}
          aria-label={label}
          autoComplete="off"
          className="block min-h-11 w-full rounded-md border border-line-strong bg-surface pe-12 ps-3 text-base transition placeholder:text-muted hover:border-ink"
          defaultValue={words}
          enterKeyHint="search"
          maxLength={limits.searchLength}
          name="q"
          onFocus={loadSuggestions}
          placeholder={label}
          ref={field}
          role="combobox"
        />
        {category && <input name="category" type="hidden" value={category} />}
        <button
          className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md text-muted transition hover:text-ink"
          type="submit"
        >
          <Icon name="search" />
          <span className="sr-only">{t`Search`}</span>
        </button>
        {Suggestions && field.current && <Suggestions field={field.current} onSearch={searchFor} />}
      </form>
    </search>
  );
}
