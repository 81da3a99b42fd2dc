import type { ComponentType } from 'react';
import type { SaleAction } from '#contract/sale-step-table.ts';
import { AnswerReturn } from './AnswerReturn.tsx';
import { CancelSale } from './CancelSale.tsx';
import { ConfirmReceipt } from './ConfirmReceipt.tsx';
import { ConfirmReturn } from './ConfirmReturn.tsx';
import { DecideDispute } from './DecideDispute.tsx';
import { DisputeDialog } from './DisputeDialog.tsx';
import { EnterHandoverCode, EnterReturnCode } from './EnterCode.tsx';
import { OpenDispute } from './OpenDispute.tsx';
import { RequestReturn } from './RequestReturn.tsx';
import { SendInstrument } from './SendInstrument.tsx';
import { ShowHandoverCode, ShowReturnCode } from './ShowCode.tsx';
import type { SaleDialogProps } from './sale-dialog-props.ts';

const dialogs: Record<SaleAction, ComponentType<SaleDialogProps>> = {
  'show-code': ShowHandoverCode,
  'hand-over': EnterHandoverCode,
  send: SendInstrument,
  receive: ConfirmReceipt,
  cancel: CancelSale,
  'not-received': OpenDispute,
  'request-return': RequestReturn,
  'answer-return': AnswerReturn,
  'give-back': EnterReturnCode,
  'confirm-return': ConfirmReturn,
  'show-return-code': ShowReturnCode,
  dispute: DisputeDialog,
  decide: DecideDispute,
};

/** The dialog of one action of a sale. */
export function SaleDialog({ action, ...props }: SaleDialogProps & { action: SaleAction }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}
