import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type SubjectKind, subjectKinds } from '#contract/moderation/moderation-terms.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useIdentity } from '../../identity/identity.ts';
import { NotFoundPage } from '../../routing/NotFoundPage.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { Loading } from '../../ui/Loading.tsx';
import { ReportForm } from './ReportForm.tsx';

/** Reports a listing, a picture, a message, a review or a person to the admins; guests can, too. */
export function ReportPage() {
  const { kind = '', id = '' } = useParams();
  const identity = useIdentity();
  const [reference, setReference] = useState<string>();
  const known = subjectKinds.find((one) => one === kind);
  if (!known) return <NotFoundPage />;
  const isUser = identity !== null && identity !== 'pending';
  return (
    <div className="mx-auto max-w-prose px-4 pt-8 lg:pt-12">
      {reference === undefined ? (
        <>
          <h1 tabIndex={-1}>{titleOf(known)}</h1>
          <p className="mt-2 text-muted">
            {t`A person at the shop reviews it and decides. Only the admins will know that it was you.`}
          </p>
          <WithoutScripts />
          <div className="mt-6 noscript:hidden">
            {identity === 'pending' ? (
              <Loading />
            ) : (
              <ReportForm id={id} isGuest={!isUser} kind={known} onSent={setReference} />
            )}
          </div>
        </>
      ) : (
        <Sent isUser={isUser} reference={reference} />
      )}
    </div>
  );
}

function titleOf(kind: SubjectKind): string {
  switch (kind) {
    case 'product':
      return t`Report this listing`;
    case 'picture':
      return t`Report this picture`;
    case 'message':
      return t`Report this message`;
    case 'review':
      return t`Report this review`;
    case 'user':
      return t`Report this person`;
  }
}

/** The form needs scripts; the operator of the shop has an address. */
function WithoutScripts() {
  const email = currentShop().contact?.email;
  return (
    <p className="mt-6 hidden noscript:block">
      {email === undefined
        ? t`Turn on JavaScript to report it here, or write to the shop.`
        : t`Turn on JavaScript to report it here, or write to ${email} and name the address of this page.`}
    </p>
  );
}

function Sent({ reference, isUser }: { reference: string; isUser: boolean }) {
  return (
    <>
      <h1 ref={focus} tabIndex={-1}>{t`We have your report`}</h1>
      <p className="mt-4">{t`Thank you. Keep this reference for questions about it:`}</p>
      <p className="mt-2 font-display text-subheading font-semibold tabular-nums">{reference}</p>
      <p className="mt-4">
        {isUser
          ? t`A person reviews it and decides. We will email you the outcome, and you will find it under Reports and decisions.`
          : t`A person reviews it and decides. If you gave an address, we will email you the outcome.`}
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        {isUser && (
          <Link className={buttonStyle('primary')} to={paths.reports()}>
            {t`See your reports`}
          </Link>
        )}
        <Link className={buttonStyle()} to={paths.home()}>
          {t`Look around the shop`}
        </Link>
      </p>
    </>
  );
}

/** The page has changed as a whole, so that reading begins at its heading. */
function focus(heading: HTMLElement | null): void {
  heading?.focus();
}
