import { useState } from 'react';
import {
  readSearchAddress,
  type SearchAddress,
  type SearchErrors,
  type SearchField,
  type SearchState,
  searchAddress,
  searchFields,
} from './search-address.ts';

/** The text in each field of the form. */
type Texts = Partial<Record<SearchField, string>>;

/** What the fields of the filter form need. */
export interface FilterFields {
  textOf: (field: SearchField) => string;
  errorOf: (field: SearchField) => string | undefined;
  /** Takes what is typed, without applying it. */
  onType: (field: SearchField, text: string) => void;
  /** Takes a choice and applies it with everything typed. */
  onChoose: (field: SearchField, text: string) => void;
  /** Applies what was typed. */
  onLeave: () => void;
}

/** The texts in the fields: those of the address, and those that are typed until they are applied. */
export function useFilterFields(
  shown: SearchAddress,
  onChange: (address: SearchAddress) => void,
): FilterFields {
  const shownAddress = searchAddress(shown.state);
  const [errors, setErrors] = useState<SearchErrors>(shown.errors);
  const [texts, setTexts] = useState(() => textsOf(shown.state, errors));
  const [seenAddress, setSeenAddress] = useState(shownAddress);
  /** What was applied last, until an address is shown. */
  const [applied, setApplied] = useState<{ address: string; texts: Texts }>();
  if (seenAddress !== shownAddress) {
    // What a field refused stays in it while others are applied, but not after a chip, or going back, has changed them.
    const own = applied?.address === shownAddress ? applied : undefined;
    const stillWrong = own ? errors : {};
    // A quick user continues typing before what they applied is shown.
    const typedSince = own ? changedTexts(own.texts, texts) : {};
    setSeenAddress(shownAddress);
    setApplied(undefined);
    setErrors(stillWrong);
    setTexts({ ...textsOf(shown.state, stillWrong), ...typedSince });
  }

  const apply = (typed: Texts) => {
    const read = readSearchAddress({ get: (field) => typed[field as SearchField] ?? null });
    setErrors(read.errors);
    const address = searchAddress(read.state);
    setApplied({ address, texts: typed });
    if (address !== shownAddress) onChange(read);
  };
  return {
    textOf: (field) => texts[field] ?? '',
    errorOf: (field) => errors[field]?.message,
    onType: (field, text) => setTexts({ ...texts, [field]: text }),
    onChoose(field, text) {
      const chosen = { ...texts, [field]: text };
      setTexts(chosen);
      apply(chosen);
    },
    onLeave: () => apply(texts),
  };
}

/** The texts that are no longer what they were. */
function changedTexts(before: Texts, now: Texts): Texts {
  return Object.fromEntries(
    Object.entries(now).filter(([field, text]) => text !== before[field as SearchField]),
  );
}

function textsOf(state: SearchState, errors: SearchErrors): Texts {
  return Object.fromEntries(
    searchFields
      .filter((field) => field !== 'cursor')
      .map((field) => {
        // A zone is chosen and not typed: one that the shop does not have cannot be shown as the choice.
        const typed = field === 'sendTo' ? undefined : errors[field]?.typed;
        return [field, typed ?? String(state[field] ?? '')];
      }),
  );
}
