import { t } from '#contract/text.ts';

/** What is stored as the reason of a return or a cancelled sale when the buyer has withdrawn, and need not give any. */
export const withdrawalReason = 'The buyer has withdrawn from the contract (right of withdrawal).';
/** The same of a cancelled sale whose instrument needs a permit to be sent across a border. */
export const permitRefusedReason = 'The permit to send it across the border was refused.';
export const permitLateReason = 'The permit to send it across the border did not come in time.';

/** A stored reason, in the language of its reader when it is the shop's own. */
export function reasonText(reason: string | undefined): string | undefined {
  if (reason === permitRefusedReason) {
    return t`The permit to send it across the border was refused.`;
  }
  if (reason === permitLateReason) {
    return t`The permit to send it across the border did not come in time.`;
  }
  return reason === withdrawalReason
    ? t`The buyer has withdrawn from the purchase, without a reason.`
    : reason;
}
