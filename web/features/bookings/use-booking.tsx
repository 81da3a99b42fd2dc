import { type ComponentType, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import type { Bookable, BookingModalProps } from './bookable.ts';

type Modal = ComponentType<BookingModalProps>;
let Loaded: Modal | undefined;

/**
 * The booking modal of a page. Its script comes when a user books for the first time.
 * @returns `book` opens it for a product; `asked` is what to render, with `Modal`, while it is open
 */
export function useBooking() {
  const [asked, setAsked] = useState<Bookable | null>(null);
  const [Modal, setModal] = useState<Modal | undefined>(() => Loaded);
  const book = (product: Bookable) => {
    setAsked(product);
    loadModal().then(
      (loaded) => setModal(() => loaded),
      (failure) => {
        setAsked(null);
        toast.error(failure.message);
      },
    );
  };
  return { book, asked, Modal, close: () => setAsked(null) };
}

async function loadModal(): Promise<Modal> {
  try {
    Loaded ??= (await import('./BookingModal.tsx')).BookingModal;
    return Loaded;
  } catch (cause) {
    throw new Error(t`The booking form did not load. Please try again.`, { cause });
  }
}

/** The element in which a page renders its booking modal. */
export function BookingModalSlot({ asked, Modal, close }: ReturnType<typeof useBooking>) {
  return asked && Modal ? <Modal key={asked._id} onClose={close} product={asked} /> : null;
}
