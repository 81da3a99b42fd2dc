import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import { isolate } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import { currencyTexts } from '#contract/money/currency-texts.ts';
import { type ShopCommission, takesMore } from '#contract/payments/commission.ts';
import { commissionText } from '#contract/payouts/commission-text.ts';
import {
  commissionNoticeDays,
  type SellerCommission,
} from '#contract/payouts/seller-commissions.ts';
import { msg, plural, t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { amountInputMode } from '../../ui/amount-field.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { RadioField } from '../../ui/RadioField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { CategoryCommissions } from './CommissionTerms.tsx';
import { agreementOf, emptyCommission, termFields, termsOf, wrongTerm } from './commission-form.ts';
import { agreeCommissionMutation, earningsQuery, sellerCommissionsQuery } from './queries.ts';

interface Seller {
  _id: string;
  name: string;
  email: string;
}

/** What the shop keeps of a seller's sales, what was agreed before, and a form to agree on something else. */
export function CommissionDialog({ seller, onClose }: { seller: Seller; onClose: () => void }) {
  const name = isolate(seller.name);
  const earnings = useQuery(earningsQuery(seller.email));
  const list = usePagedList(sellerCommissionsQuery(seller._id));
  const { data, error } = earnings;
  return (
    <Dialog
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
      isAlert
      isOpen
      onClose={onClose}
      title={t`Commission of ${name}`}
    >
      <div className="space-y-6">
        {data && (
          <div>
            <p>
              <span>{commissionText(data.commission)}</span>{' '}
              <span className="text-muted">
                {data.commissionIsAgreed
                  ? t`This is agreed with this seller alone.`
                  : t`These are the terms for all sellers.`}
              </span>
            </p>
            <CategoryCommissions commission={data.commission} />
          </div>
        )}
        {!data && error && (
          <ErrorState
            isTrying={earnings.isFetching}
            message={error.message}
            onTryAgain={() => earnings.refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-12 w-full" />}
        <section aria-label={t`Agreed so far`} className="space-y-3">
          <h3 className="font-semibold">{t`Agreed so far`}</h3>
          <PagedList
            empty={<p className="text-muted">{t`Nothing but the terms for all sellers.`}</p>}
            list={list}
            loading={{ label: t`Loading what was agreed`, rowHeight: 'h-20' }}
            table={({ items, ref }) => (
              <ul className="space-y-3" ref={ref}>
                {items.map((agreed) => (
                  <Agreed agreed={agreed} key={agreed._id} />
                ))}
              </ul>
            )}
            things="entries"
          />
        </section>
        {data && list.pages.length > 0 && (
          <Agree
            commission={data.commission}
            latestId={list.items[0]?._id ?? null}
            seller={seller}
          />
        )}
      </div>
    </Dialog>
  );
}

const stateNames: Record<SellerCommission['state'], string> = textsOf({
  planned: msg`Planned`,
  current: msg`Current`,
  ended: msg`Ended`,
  replaced: msg`Replaced before it applied`,
});

function Agreed({ agreed }: { agreed: SellerCommission }) {
  const { commission, reason, setBy, appliesFrom, until, state, time } = agreed;
  const isOver = state === 'ended' || state === 'replaced';
  return (
    <li className="border-s-2 border-line ps-3">
      <p className={isOver ? 'text-muted' : undefined}>
        <span className="block font-semibold">{stateNames[state]}</span>
        <span>{commission ? commissionText(commission) : t`The terms for all sellers`}</span>
      </p>
      {state !== 'replaced' && (
        <p className="text-sm text-muted">
          {until ? (
            <Trans>
              From <Moment at={appliesFrom} /> to <Moment at={until} />
            </Trans>
          ) : (
            <Trans>
              From <Moment at={appliesFrom} /> on
            </Trans>
          )}
        </p>
      )}
      <p className="wrap-anywhere" dir="auto">
        {reason}
      </p>
      <p className="text-sm text-muted">
        <bdi>{setBy}</bdi> <span>·</span> <Moment at={time} />
      </p>
    </li>
  );
}

function Agree({
  seller,
  commission,
  latestId,
}: {
  seller: Seller;
  /** What holds now. */
  commission: ShopCommission;
  latestId: string | null;
}) {
  const { mutate, isPending, error } = useMutation(agreeCommissionMutation(seller._id));
  const { register, control, handleSubmit, reset, setError, formState } = useForm({
    mode: 'onTouched',
    defaultValues: emptyCommission,
  });
  const { errors } = formState;
  const typed = useWatch({ control }) as typeof emptyCommission;
  const terms = termsOf(typed);
  const unit = currencyTexts.unit();
  const name = isolate(seller.name);
  const agree = handleSubmit((fields) => {
    const agreement = agreementOf(fields, latestId);
    if (!agreement) return;
    mutate(agreement, {
      onSuccess: () => {
        reset();
        toast.success(t`Agreed, and ${name} is told by email`);
      },
      onError: (failure) => {
        const refused = failure instanceof CallFailure ? failure.errors : {};
        for (const field of termFields) {
          const message = refused[`commission.${field}`];
          if (message) setError(field, { message });
        }
        if (refused.appliesFrom) setError('day', { message: refused.appliesFrom });
        if (refused.reason) setError('reason', { message: refused.reason });
        toast.error(failure.message);
      },
    });
  });
  return (
    <Form
      aria-label={t`Agree on other terms`}
      className="space-y-5 border-t border-line pt-5"
      isSending={isPending}
      onSubmit={agree}
    >
      <h3 className="font-semibold">{t`Agree on other terms`}</h3>
      <RadioField
        {...register('terms')}
        choices={[
          { value: 'own', label: t`Terms of their own` },
          { value: 'shop', label: t`The terms for all sellers` },
        ]}
        label={t`Terms`}
      />
      {typed.terms === 'own' && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...register('percent', { validate: (text) => wrongTerm('percent', text) ?? true })}
              autoComplete="off"
              error={errors.percent?.message}
              hint={t`Of the price, in percent`}
              inputMode="decimal"
              label={t`Share`}
            />
            <TextField
              {...register('fixed', { validate: (text) => wrongTerm('fixed', text) ?? true })}
              autoComplete="off"
              error={errors.fixed?.message}
              hint={t`Of each sale, in ${unit}`}
              inputMode={amountInputMode()}
              isOptional
              label={t`Fixed part`}
            />
            <TextField
              {...register('minimum', { validate: (text) => wrongTerm('minimum', text) ?? true })}
              autoComplete="off"
              error={errors.minimum?.message}
              hint={t`With the fixed part, in ${unit}`}
              inputMode={amountInputMode()}
              isOptional
              label={t`At least`}
            />
            <TextField
              {...register('maximum', { validate: (text) => wrongTerm('maximum', text) ?? true })}
              autoComplete="off"
              error={errors.maximum?.message}
              hint={t`With the fixed part, in ${unit}`}
              inputMode={amountInputMode()}
              isOptional
              label={t`At most`}
            />
          </div>
          <p aria-live="polite" className="min-h-lh text-muted">
            {terms && commissionText(terms)}
          </p>
        </>
      )}
      <TextField
        {...register('day')}
        autoComplete="off"
        error={errors.day?.message}
        hint={dayHint(commission, terms)}
        isOptional
        label={t`From this day on`}
        type="date"
      />
      <TextArea
        {...register('reason', {
          validate: (text) => text.trim() !== '' || t`Give the seller a reason`,
        })}
        error={errors.reason?.message}
        hint={t`The seller reads it in the email, together with the terms.`}
        label={t`Reason`}
        maxLength={limits.removalReasonLength}
        rows={3}
      />
      <FieldError message={Object.keys(errors).length > 0 ? undefined : error?.message} />
      <Button busyLabel={t`Saving`} isBusy={isPending} type="submit" variant="primary">
        {t`Agree`}
      </Button>
    </Form>
  );
}

/** What takes more needs notice. The shop's own terms, which are chosen again, are not known here. */
function dayHint(now: ShopCommission, terms: ReturnType<typeof termsOf>): string {
  const days = commissionNoticeDays;
  if (terms && takesMore(now, terms)) {
    return t`This takes more of some sale than now, so it has to be at least ${plural(days, { one: '# day', other: '# days' })} ahead.`;
  }
  return t`Without a day it applies at once. What takes more of some sale has to be at least ${plural(days, { one: '# day', other: '# days' })} ahead.`;
}
