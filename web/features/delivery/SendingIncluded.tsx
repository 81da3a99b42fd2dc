import { t } from '#contract/text.ts';
import { formatMoney } from '../../ui/format.ts';

/** Stands below a total: how much of it is for sending. Nothing for a sale that was sent for free or fetched. */
export function SendingIncluded({ shipping }: { shipping: number }) {
  if (shipping === 0) return null;
  const money = formatMoney(shipping);
  return (
    <span className="block font-sans text-sm font-normal text-muted">{t`incl. ${money} shipping`}</span>
  );
}
