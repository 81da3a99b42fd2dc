import type { ImportMapping, ListingImport } from '#contract/listing-imports.ts';

const keyOf = ({ _id }: ListingImport) => `reprise.import.${_id}`;

/** What was chosen in this tab for the columns of a file and is not sent yet; undefined when that is nothing. */
export function readChosen(stored: ListingImport): ImportMapping | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(stored));
    return text === null ? undefined : (JSON.parse(text) as ImportMapping);
  } catch {
    return undefined;
  }
}

export function keepChosen(stored: ListingImport, mapping: ImportMapping): void {
  try {
    sessionStorage.setItem(keyOf(stored), JSON.stringify(mapping));
  } catch {
    // Where storage is blocked, a reload begins again.
  }
}

export function forgetChosen(stored: ListingImport): void {
  try {
    sessionStorage.removeItem(keyOf(stored));
  } catch {
    // Nothing is kept there.
  }
}
