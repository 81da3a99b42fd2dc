import { plural, t } from '#contract/text.ts';
import type { TraderStatement } from '#contract/users/traders.ts';

/** The seller: a trader with name and address, or a private seller, to whom consumer law does not apply. */
export function TraderNotice({
  trader: { status, name, address, phone, register, vat },
  withdrawalDays,
}: {
  trader: TraderStatement;
  /** The days within which a purchase can be withdrawn from, where they are stated. */
  withdrawalDays?: number | undefined;
}) {
  if (status === 'private') {
    return (
      <p className="text-sm text-muted">
        {t`A private seller: the rights of consumers towards traders do not apply to this purchase.`}
      </p>
    );
  }
  return (
    <div className="space-y-1 text-sm">
      <p>
        <strong className="font-semibold">{t`Sells as a trader.`}</strong>
        {withdrawalDays !== undefined && (
          <span>
            {' '}
            {t`You can withdraw from the purchase within ${plural(withdrawalDays, { one: '# day', other: '# days' })}, without a reason.`}
          </span>
        )}
      </p>
      <address className="wrap-anywhere whitespace-pre-line not-italic">
        <bdi className="block font-semibold">{name}</bdi>
        <bdi className="block">{address}</bdi>
        {phone && (
          <bdi className="block" dir="ltr">
            {phone}
          </bdi>
        )}
        {register && <bdi className="block text-muted">{register}</bdi>}
        {vat && <bdi className="block text-muted">{vat}</bdi>}
      </address>
    </div>
  );
}
