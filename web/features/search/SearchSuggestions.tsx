import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CallReply } from '#contract/calls.ts';
import { paths } from '#contract/page-paths.ts';
import { findCategory, shownCategoryName } from '#contract/products/shop-categories.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import { repliedText } from '#contract/shop/owned-text.ts';
import { categoryLink } from '../../routing/browse-links.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { useDebounced } from '../../ui/use-list-search.ts';
import { suggestionsQuery } from './queries.ts';

export interface SuggestionsProps {
  /** The text field, which stays as it is while this script loads: its attributes and keys are those of a combobox. */
  field: HTMLInputElement;
  /** Searches for these words. */
  onSearch: (words: string) => void;
}

type Suggestion = CallReply<'suggestSearches'>[number];

/** The pause in typing before suggestions are requested, and the smallest number of letters. */
const pauseMs = 150;
const fewestLetters = 2;

const kinds: Record<Suggestion['kind'], { icon: IconName; name: string }> = {
  word: { icon: 'search', name: '' },
  instrument: {
    icon: 'case',
    get name() {
      return searchTexts.suggestions.instrument;
    },
  },
  category: {
    icon: 'list',
    get name() {
      return searchTexts.suggestions.category;
    },
  },
  kind: {
    icon: 'list',
    get name() {
      return searchTexts.suggestions.kind;
    },
  },
  maker: {
    icon: 'list',
    get name() {
      return searchTexts.suggestions.maker;
    },
  },
};

/**
 * Suggestions below a search field, by the combobox pattern of ARIA: the focus stays in the field, the arrow keys move
 * through the list, Enter goes to the chosen one, Escape closes it.
 */
export function SearchSuggestions({ field, onSearch }: SuggestionsProps) {
  const listId = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(field.value);
  const [isWanted, setIsWanted] = useState(field.value !== field.defaultValue);
  // Not its place: the next suggestions, which arrive while one is chosen, may have another there.
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const suggestions = useSuggestions(typed, isWanted);
  const isOpen = suggestions.length > 0;
  const activeIndex = suggestions.findIndex((suggestion) => keyOf(suggestion) === activeKey);
  const active = suggestions[activeIndex];

  const close = () => {
    setIsWanted(false);
    setActiveKey(null);
  };
  const choose = ({ kind, text, productId, id }: Suggestion) => {
    close();
    const category = findCategory(text);
    if (kind === 'instrument' && productId) return void navigate(paths.product(productId));
    if (kind === 'category' && category) return void navigate(categoryLink(category));
    if (kind === 'kind' && id) return void navigate(paths.search({ kind: id }));
    if (kind === 'maker') return void navigate(paths.search({ brand: text }));
    field.value = text;
    onSearch(text);
  };
  const move = (step: 1 | -1) => {
    // One place more than there are suggestions: the field itself, where nothing is chosen.
    const places = [null, ...suggestions.map(keyOf)];
    setActiveKey(places.at((activeIndex + 1 + step) % places.length) ?? null);
  };

  useFieldEvents(field, {
    input() {
      setTyped(field.value);
      setIsWanted(true);
      setActiveKey(null);
    },
    keydown(event) {
      if (event.isComposing) return;
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
      if (isArrow && !isOpen) {
        setTyped(field.value);
        setIsWanted(true);
      } else if (isArrow) {
        move(event.key === 'ArrowDown' ? 1 : -1);
      } else if (event.key === 'Enter' && active) {
        choose(active);
      } else if (event.key === 'Enter') {
        return close();
      } else if (event.key === 'Escape' && isOpen) {
        close();
        // Closes the list, and not also what the search field is in.
        event.stopPropagation();
      } else {
        return;
      }
      event.preventDefault();
    },
    blur: close,
  });
  useEffect(() => {
    field.setAttribute('aria-expanded', String(isOpen));
    setOrRemove(field, 'aria-controls', isOpen ? listId : null);
    setOrRemove(field, 'aria-activedescendant', active ? `${listId}-${activeIndex}` : null);
    if (active)
      document.getElementById(`${listId}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  });

  return (
    <>
      <p className="sr-only" role="status">
        {isOpen && searchTexts.suggestions.count(suggestions.length)}
      </p>
      {isOpen && (
        <div
          aria-label={searchTexts.suggestions.list}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-[min(24rem,60dvh)] animate-rise overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-over"
          id={listId}
          role="listbox"
        >
          {suggestions.map((suggestion, index) => (
            <Option
              id={`${listId}-${index}`}
              isActive={index === activeIndex}
              key={keyOf(suggestion)}
              onChoose={() => choose(suggestion)}
              suggestion={suggestion}
            />
          ))}
        </div>
      )}
    </>
  );
}

function keyOf({ kind, text, productId }: Suggestion): string {
  return `${kind} ${productId ?? text}`;
}

function Option({
  suggestion,
  id,
  isActive,
  onChoose,
}: {
  suggestion: Suggestion;
  id: string;
  isActive: boolean;
  onChoose: () => void;
}) {
  const { kind, text } = suggestion;
  const { icon, name } = kinds[kind];
  const category = kind === 'category' && findCategory(text);
  const { text: shown, ...language } = category
    ? shownCategoryName(category)
    : repliedText(suggestion, 'text');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox, which keeps the focus
    <div
      aria-selected={isActive}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 py-1 hover:bg-sunken aria-selected:bg-brass-tint"
      id={id}
      onClick={onChoose}
      // A press would take the focus from the field, which closes the list.
      onPointerDown={(event) => event.preventDefault()}
      role="option"
      tabIndex={-1}
    >
      <Icon className="size-5 text-muted" name={icon} />
      <bdi {...language} className="min-w-0 flex-1 truncate">
        {shown}
      </bdi>
      {name && <span className="text-sm text-muted">{name}</span>}
    </div>
  );
}

/** What to suggest for what was typed; nothing while no suggestions are wanted. A failure suggests nothing. */
function useSuggestions(typed: string, isWanted: boolean): readonly Suggestion[] {
  const words = useDebounced(typed.trim(), pauseMs);
  const isEnabled = isWanted && words.length >= fewestLetters;
  const { data } = useQuery({
    ...suggestionsQuery(words),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return isEnabled && data ? data : [];
}

interface FieldEvents {
  input: () => void;
  keydown: (event: KeyboardEvent) => void;
  blur: () => void;
}

function useFieldEvents(field: HTMLInputElement, { input, keydown, blur }: FieldEvents): void {
  const onInput = useEffectEvent(input);
  const onKey = useEffectEvent(keydown);
  const onBlur = useEffectEvent(blur);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    field.addEventListener('input', () => onInput(), { signal });
    field.addEventListener('keydown', (event) => onKey(event), { signal });
    field.addEventListener('blur', () => onBlur(), { signal });
    // What was typed between the first rendering and these listeners.
    if (field.value !== field.defaultValue) onInput();
    return () => ending.abort();
  }, [field]);
}

function setOrRemove(field: HTMLInputElement, name: string, value: string | null): void {
  if (value === null) field.removeAttribute(name);
  else field.setAttribute(name, value);
}
