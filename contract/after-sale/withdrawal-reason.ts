import { t } from '#contract/text.ts';

/** What is stored as the reason of a return or a cancelled sale when the buyer has withdrawn, and need not give any. */
export const withdrawalReason = 'The buyer has withdrawn from the contract (right of withdrawal).';

/** A stored reason, in the language of its reader when it is the shop's own. */
export function reasonText(reason: string | undefined): string | undefined {
  return reason === withdrawalReason
    ? t`The buyer has withdrawn from the purchase, without a reason.`
    : reason;
}
