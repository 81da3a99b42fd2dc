import { type ChangeEvent, useEffect, useRef, useState } from 'react';

/** The pause in typing before the list is searched. */
const pauseMs = 250;

/** What is typed into a list's search field, and what the list is searched for. */
export function useListSearch() {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), pauseMs);
  const ref = useRef<HTMLInputElement>(null);
  return {
    /** The search words; empty for the whole list. */
    search,
    /** Empties the field and focuses it. */
    clear() {
      setTyped('');
      ref.current?.focus();
    },
    /** Props of the SearchField. */
    field: {
      ref,
      value: typed,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value),
    },
  };
}

/** The latest value that stayed the same for `afterMs`. */
export function useDebounced<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
