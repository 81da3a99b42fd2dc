import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { t } from '#contract/text.ts';
import { FocusReturn } from './FocusReturn.tsx';
import { Icon } from './Icon.tsx';

/**
 * A modal dialog. It traps focus and returns it, and closes on Escape, on the close button and, unless `isAlert`, on
 * a press outside. Import it only from lazily loaded pages and parts: react-aria-components is not in the first
 * route's bundle. That is why each dialog tells React Aria the language of the page, which it would take from the browser.
 */
export function Dialog({
  title,
  isOpen,
  onClose,
  isAlert = false,
  isWide = false,
  children,
  actions,
}: {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  isAlert?: boolean;
  /** Room for two columns on wide windows. */
  isWide?: boolean;
  children: ReactNode;
  /** Buttons; the primary one comes last in the DOM and first on screen. */
  actions?: ReactNode;
}) {
  return (
    <I18nProvider locale={document.documentElement.lang}>
      <ModalOverlay
        className="fixed inset-0 z-40 flex items-end justify-center overflow-y-auto bg-veil sm:items-center sm:p-6 data-entering:animate-appear"
        isDismissable={!isAlert}
        isOpen={isOpen}
        onOpenChange={(isOpening) => {
          if (!isOpening) onClose();
        }}
      >
        <Modal
          className={`w-full ${isWide ? 'max-w-lg lg:max-w-5xl' : 'max-w-lg'} rounded-t-lg border border-line bg-paper text-ink shadow-over sm:rounded-lg data-entering:animate-rise`}
        >
          <AriaDialog
            className="max-h-[90dvh] overflow-y-auto p-6 outline-none sm:p-8"
            role={isAlert ? 'alertdialog' : 'dialog'}
          >
            <FocusReturn />
            <div className="mb-4 flex items-start justify-between gap-4">
              <Heading className="min-w-0 text-heading leading-tight wrap-anywhere" slot="title">
                {title}
              </Heading>
              <button
                aria-label={t`Close`}
                className="-mt-2 -me-2 grid size-11 shrink-0 place-items-center rounded-md text-muted transition hover:bg-sunken hover:text-ink"
                onClick={onClose}
                type="button"
              >
                <Icon name="close" />
              </button>
            </div>
            {children}
            {actions && (
              <div className="mt-8 flex flex-wrap-reverse justify-end gap-3 max-sm:*:flex-1">
                {actions}
              </div>
            )}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  );
}
