export type SaleSide = 'buyer' | 'seller';

/** From whose side a sale is told. An admin reads of both by name. */
export type SaleViewer = SaleSide | 'admin';

/** What a viewer can do about a sale; each opens a dialog. */
export type SaleAction =
  | 'show-code'
  | 'hand-over'
  | 'send'
  | 'receive'
  | 'cancel'
  | 'not-received'
  | 'request-return'
  | 'answer-return'
  | 'give-back'
  | 'confirm-return'
  | 'show-return-code'
  | 'dispute'
  | 'decide';

/** Something that becomes possible, ends or happens by itself: `You can cancel` `from` that moment. */
export interface SaleDate {
  text: string;
  when: 'from' | 'until' | 'on';
  at: string;
}

/** Where a sale stands for a viewer. */
export interface SaleStep {
  title: string;
  /** What it means, in a sentence or two. */
  text?: string;
  tone: 'brass' | 'quiet' | 'green' | 'red';
  /** Who has to act: the viewer, a name, or nobody because a date or the card provider does. */
  turn: 'you' | 'nobody' | { name: string };
  dates: readonly SaleDate[];
  /** The first one is the step to take, if it is the viewer's turn. */
  actions: readonly SaleAction[];
}
