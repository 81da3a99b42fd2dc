import type { PictureStep } from './picture-step.ts';

/** One picture of a listing form. */
export interface ListedPicture {
  id: string;
  /** A URL at which the browser can show it. */
  preview: string;
  step: PictureStep;
}

export type PictureList = ReturnType<typeof pictureList>;

/** An ordered, observable list of pictures. Each change creates a new array. */
export function pictureList(first: readonly ListedPicture[]) {
  const listeners = new Set<() => void>();
  let pictures = first;

  function change(next: readonly ListedPicture[]): void {
    pictures = next;
    for (const listener of listeners) listener();
  }

  return {
    pictures: () => pictures,
    change,
    set(id: string, difference: Partial<ListedPicture>) {
      change(pictures.map((known) => (known.id === id ? { ...known, ...difference } : known)));
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The same pictures with one moved to another index. */
export function withMoved<Thing>(things: readonly Thing[], thing: Thing, place: number): Thing[] {
  const others = things.filter((known) => known !== thing);
  return [...others.slice(0, place), thing, ...others.slice(place)];
}
