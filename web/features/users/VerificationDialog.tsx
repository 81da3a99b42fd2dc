import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import type {
  OtherAccount,
  SellerFacts,
  SellerVerification,
} from '#contract/users/verification.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loading } from '../../ui/Loading.tsx';
import { PictureLinks } from '../../ui/PictureLinks.tsx';
import { verificationQuery, verifySellerMutation } from './queries.ts';

/** What an admin can look at before they verify a seller: what the seller sent, and what the shop has counted. */
export function VerificationDialog({ seller, onClose }: { seller: User; onClose: () => void }) {
  const { name } = seller;
  const query = useQuery(verificationQuery(seller._id));
  const { mutate, isPending, error } = useMutation(verifySellerMutation());
  const verify = () =>
    mutate(
      { ...seller, verificationSentAt: query.data?.shown?.time },
      {
        onSuccess: () => {
          toast.success(messages.toast.sellerVerified);
          onClose();
        },
        onError: ({ message }) => {
          toast.error(message);
          void query.refetch();
        },
      },
    );
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose}>{t`Close`}</Button>
          {seller.status !== 'verified' && query.data && (
            <Button busyLabel={t`Verifying`} isBusy={isPending} onClick={verify} variant="primary">
              {messages.seller.verify}
            </Button>
          )}
        </>
      }
      isOpen
      isWide
      onClose={onClose}
      title={t`What we know about ${name}`}
    >
      {!query.data && !query.error && <Loading label={t`Loading what is known`} />}
      {!query.data && query.error && (
        <ErrorState
          isTrying={query.isFetching}
          message={query.error.message}
          onTryAgain={() => query.refetch()}
        />
      )}
      {query.data && (
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
          <Shown name={name} shown={query.data.shown} />
          {query.data.facts && <Facts facts={query.data.facts} seller={seller} />}
        </div>
      )}
      <FieldError message={error?.message} />
    </Dialog>
  );
}

function Shown({ shown, name }: { shown: SellerVerification['shown']; name: string }) {
  return (
    <Part title={t`What they sent`}>
      {shown ? (
        <>
          <p className="text-sm text-muted">
            <Moment at={shown.time} />
          </p>
          <p className="whitespace-pre-line wrap-anywhere" dir="auto">
            {shown.text}
          </p>
          {shown.links.length > 0 && (
            <>
              <ul className="space-y-1" dir="ltr">
                {shown.links.map((link) => (
                  <li key={link}>
                    <a
                      className="text-link wrap-anywhere"
                      href={link}
                      rel="noopener noreferrer nofollow"
                      target="_blank"
                    >
                      {link}
                    </a>
                  </li>
                ))}
              </ul>
              <p className="text-sm text-muted">{t`These lead out of the shop, to pages that others can change.`}</p>
            </>
          )}
          <PictureLinks
            pictures={shown.images.map((address, index) => ({
              address,
              alt: t`Picture ${{ number: index + 1 }} from ${{ sender: name }}`,
            }))}
          />
        </>
      ) : (
        <p className="text-muted">{t`They have sent nothing.`}</p>
      )}
    </Part>
  );
}

function Facts({ facts, seller }: { facts: SellerFacts; seller: User }) {
  const rows: [string, ReactNode][] = [
    [t`Registered`, <Moment at={facts.registeredAt} isDay key="registered" />],
    [t`Email confirmed`, facts.emailConfirmed ? t`Yes` : t`No`],
    [t`On sale`, formatNumber(facts.listed)],
    [t`Completed sales`, formatNumber(facts.sales)],
    [t`Returned`, formatNumber(facts.returned)],
    [t`Cancelled by them`, formatNumber(facts.cancelled)],
    [t`Reports that wait`, formatNumber(facts.reports)],
    [t`Decisions against them`, formatNumber(facts.decisions)],
  ];
  return (
    <Part title={t`What the shop has counted`}>
      <p className="text-sm text-muted">{t`Counted and compared by the program. No person has checked it.`}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {rows.map(([label, value]) => (
          <div className="contents" key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="text-end tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Link className="text-link" target="_blank" to={paths.seller(seller._id)}>
        {t`Open their page`}
      </Link>
      <h4 className="pt-3 font-sans text-base font-semibold">{t`Paid to the same bank account`}</h4>
      {facts.sameBankAccount.length > 0 ? (
        <ul className="space-y-1">
          {facts.sameBankAccount.map((account) => (
            <li key={account._id}>
              <Account account={account} />
            </li>
          ))}
        </ul>
      ) : (
        <p>{t`No other account`}</p>
      )}
      <h4 className="pt-3 font-sans text-base font-semibold">{t`With a picture that looks the same`}</h4>
      {facts.samePictures.length > 0 ? (
        <ul className="space-y-3">
          {facts.samePictures.map(({ account, own, other }) => (
            <li className="space-y-2" key={account._id}>
              <Account account={account} />
              <PictureLinks
                columns="grid-cols-2 gap-2"
                pictures={[
                  { address: own, label: t`Of this seller` },
                  { address: other, label: t`Of the other account` },
                ].map((picture) => ({ ...picture, alt: picture.label }))}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p>{t`No other account`}</p>
      )}
    </Part>
  );
}

function Account({ account: { name, email, removed } }: { account: OtherAccount }) {
  if (removed) return <span className="text-muted">{t`An account that was removed`}</span>;
  return (
    <span className="wrap-anywhere">
      <bdi>{name}</bdi>{' '}
      <span className="text-muted">
        <EmailText email={email} />
      </span>
    </span>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 space-y-3">
      <h3 className="text-subheading">{title}</h3>
      {children}
    </section>
  );
}
