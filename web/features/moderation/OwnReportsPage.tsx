import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { limits } from '#contract/constants.ts';
import type { OwnDecision } from '#contract/moderation/cases.ts';
import type { OwnReport } from '#contract/moderation/reports.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { AppealText } from './AppealText.tsx';
import { decidedTexts, reasonTexts, subjectKindTexts } from './moderation-texts.ts';
import { appealMutation, ownDecisionsQuery, ownReportsQuery } from './queries.ts';

/** What the user has reported, and what was decided about the user. */
export function OwnReportsPage() {
  const { email } = useDashboardUser();
  return (
    <>
      <h1 tabIndex={-1}>{t`Reports and decisions`}</h1>
      <div className="mt-6 space-y-10">
        <Part title={t`Decisions about you`}>
          <Decisions email={email} />
        </Part>
        <Part title={t`What you have reported`}>
          <Reports email={email} />
        </Part>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-subheading">{title}</h2>
      {children}
    </section>
  );
}

function Decisions({ email }: { email: string }) {
  const list = usePagedList(ownDecisionsQuery(email));
  return (
    <PagedList<OwnDecision>
      dialog={({ _id }, { close, closeAfterChange }) => (
        <AppealDialog id={_id} onClose={close} onDone={() => closeAfterChange(_id)} />
      )}
      empty={
        <p className="text-muted">
          {t`None. If the shop ever hides something you published or limits your account, you can read why here, and appeal.`}
        </p>
      }
      list={list}
      loading={{ label: t`Loading the decisions`, rowHeight: 'h-40' }}
      table={({ items, ref, ask }) => (
        <Cards name={t`Decisions about you`} ref={ref}>
          {items.map((decision) => (
            <Card
              action={
                decision.appealUntil && <Button onClick={() => ask(decision)}>{t`Appeal`}</Button>
              }
              badge={<Badge tone={toneOf(decision)}>{stateOfDecision(decision)}</Badge>}
              key={decision._id}
              time={decision.time}
              title={<Named kind={decision.subject.kind} name={decision.subject.name} />}
            >
              {decision.statement.map((paragraph) => (
                <p className="whitespace-pre-line wrap-anywhere" key={paragraph}>
                  {paragraph}
                </p>
              ))}
              {decision.appeal && <AppealText appeal={decision.appeal} title={t`Your appeal`} />}
            </Card>
          ))}
        </Cards>
      )}
      things="decisions"
    />
  );
}

function stateOfDecision({ outcome, state }: OwnDecision): string {
  if (state === 'reversed') return t`Reversed after your appeal`;
  return decidedTexts[outcome];
}

const toneOf = ({ state }: OwnDecision) => (state === 'reversed' ? 'green' : 'red');

function Reports({ email }: { email: string }) {
  const list = usePagedList(ownReportsQuery(email));
  return (
    <PagedList<OwnReport>
      dialog={({ _id, decision }, { close, closeAfterChange }) =>
        decision && (
          <AppealDialog id={decision._id} onClose={close} onDone={() => closeAfterChange(_id)} />
        )
      }
      empty={
        <p className="text-muted">
          {t`Nothing yet. Each listing, picture, message, review and seller has a link to report it.`}
        </p>
      }
      list={list}
      loading={{ label: t`Loading the reports`, rowHeight: 'h-40' }}
      table={({ items, ref, ask }) => (
        <Cards name={t`What you have reported`} ref={ref}>
          {items.map((report) => (
            <Card
              action={
                report.decision?.appealUntil && (
                  <Button onClick={() => ask(report)}>{t`Appeal`}</Button>
                )
              }
              badge={<ReportBadge report={report} />}
              key={report._id}
              time={report.time}
              title={<ReportedSubject subject={report.subject} />}
            >
              <p className="text-sm text-muted">
                <span>{report.reference}</span>
                <span aria-hidden="true"> · </span>
                <span>{reasonTexts[report.reason].name}</span>
                {report.law !== undefined && (
                  <>
                    <span aria-hidden="true"> · </span>
                    <bdi>{report.law}</bdi>
                  </>
                )}
              </p>
              <p className="whitespace-pre-line wrap-anywhere" dir="auto">
                {report.explanation}
              </p>
              {report.decision && <p>{resultOf(report)}</p>}
              {report.decision?.appeal && (
                <AppealText appeal={report.decision.appeal} title={t`Your appeal`} />
              )}
            </Card>
          ))}
        </Cards>
      )}
      things="reports"
    />
  );
}

function ReportBadge({ report: { state, decision } }: { report: OwnReport }) {
  const appeal = decision?.appeal;
  if (state === 'void') return <Badge>{t`Ended`}</Badge>;
  if (!decision) return <Badge tone="brass">{t`Under review`}</Badge>;
  if (appeal && !appeal.outcome) return <Badge tone="brass">{t`Under review again`}</Badge>;
  return <Badge tone="green">{t({ message: 'Decided', context: 'report' })}</Badge>;
}

/** What came of a report, without what others need not know. */
function resultOf({ state, decision }: OwnReport): string {
  const outcome = decision?.outcome;
  if (state === 'reversed') {
    return decision?.appeal?.outcome === 'reversed'
      ? t`Your appeal was successful: the shop reviews it once more.`
      : t`The shop has reversed its decision.`;
  }
  if (outcome === 'dismissed') return t`The shop has found nothing wrong and changed nothing.`;
  if (outcome === 'warned') return t`The shop has warned the author.`;
  return outcome === 'hidden' || outcome === 'removed'
    ? t`The shop has removed it.`
    : t`The shop has limited what the author can do here.`;
}

function ReportedSubject({
  subject: { kind, name, productId, sellerId },
}: Pick<OwnReport, 'subject'>) {
  if (name === undefined) return <span>{subjectKindTexts[kind]}</span>;
  const to =
    sellerId !== undefined
      ? paths.seller(sellerId)
      : productId !== undefined
        ? paths.product(productId)
        : undefined;
  return <Named kind={kind} name={name} to={to} />;
}

function Named({
  kind,
  name,
  to,
}: {
  kind: OwnReport['subject']['kind'];
  name: string;
  to?: string | undefined;
}) {
  const what = subjectKindTexts[kind];
  return (
    <Trans>
      {what}: <NameOrLink name={name} to={to} />
    </Trans>
  );
}

function NameOrLink({ name, to }: { name: string; to: string | undefined }) {
  return to === undefined ? (
    <bdi>{name}</bdi>
  ) : (
    <Link className="text-link" dir="auto" to={to}>
      {name}
    </Link>
  );
}

function Cards({
  name,
  ref,
  children,
}: {
  name: string;
  ref: React.Ref<HTMLUListElement>;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets Safari forgets that this is a list.
    <ul aria-label={name} className="space-y-4" ref={ref} role="list">
      {children}
    </ul>
  );
}

function Card({
  title,
  badge,
  time,
  action,
  children,
}: {
  title: ReactNode;
  badge: ReactNode;
  time: string;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="rounded-lg border border-line bg-surface p-4 shadow-rest sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 font-sans text-base leading-snug wrap-anywhere">{title}</h3>
        {badge}
      </div>
      <p className="text-sm text-muted">
        <Moment at={time} />
      </p>
      <div className="mt-3 max-w-prose space-y-2">{children}</div>
      {action && <p className="mt-4">{action}</p>}
    </li>
  );
}

function AppealDialog({
  id,
  onClose,
  onDone,
}: {
  id: string;
  onClose: () => void;
  onDone: () => void;
}) {
  return (
    <ReasonDialog
      confirmLabel={t`Send the appeal`}
      hint={t`Only the admins read it.`}
      id={id}
      label={t`Why the decision is wrong`}
      maxLength={limits.reportLength}
      mutation={appealMutation()}
      onClose={onClose}
      onDone={onDone}
      required={t`Explain why it is wrong`}
      success={t`We have your appeal`}
      title={t`Appeal against the decision`}
      variant="primary"
    >
      {t`It is reviewed again, by another admin if there is one. You can appeal once.`}
    </ReasonDialog>
  );
}
