import type { PictureStep } from './picture-step.ts';

/** One picture of a listing in the making. */
export interface ShelfPicture {
  id: string;
  /** An address at which the browser can show it. */
  preview: string;
  step: PictureStep;
}

export type PictureList = ReturnType<typeof pictureList>;

/** Pictures in their order, and who hears when something about them changes. Each change makes a new list. */
export function pictureList(first: readonly ShelfPicture[]) {
  const listeners = new Set<() => void>();
  let pictures = first;

  function change(next: readonly ShelfPicture[]): void {
    pictures = next;
    for (const listener of listeners) listener();
  }

  return {
    pictures: () => pictures,
    change,
    set(id: string, difference: Partial<ShelfPicture>) {
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

/** The same pictures with one of them at another place, counted from 0. */
export function withMoved<Thing>(things: readonly Thing[], thing: Thing, place: number): Thing[] {
  const others = things.filter((known) => known !== thing);
  return [...others.slice(0, place), thing, ...others.slice(place)];
}
