import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { labelSeparator, listSeparator } from '#contract/isolate.ts';
import type { ModerationCase } from '#contract/moderation/cases.ts';
import { paths } from '#contract/page-paths.ts';
import { plural, t } from '#contract/text.ts';
import { isMissing } from '../../api/failures.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { NotFoundPage } from '../../routing/NotFoundPage.tsx';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { AppealText } from './AppealText.tsx';
import { CaseSubject } from './CaseSubject.tsx';
import { DecideAppealForm } from './DecideAppealForm.tsx';
import { DecideForm } from './DecideForm.tsx';
import { FoundHints } from './FoundHints.tsx';
import { caseStateTexts, decidedTexts, reasonTexts, subjectKindTexts } from './moderation-texts.ts';
import { NextCase } from './NextCase.tsx';
import { Notes } from './Notes.tsx';
import { caseQuery } from './queries.ts';

/** One case with all that an admin needs to decide it. */
export function CasePage() {
  const { id = '' } = useParams();
  const query = useQuery(caseQuery(id));
  if (isMissing(query.error)) return <NotFoundPage />;
  if (!query.data) {
    return <LoadingOrError heading={t`Case`} label={t`Loading the case`} query={query} />;
  }
  return <Case found={query.data} key={query.data._id} onReadAgain={() => void query.refetch()} />;
}

function Case({ found, onReadAgain }: { found: ModerationCase; onReadAgain: () => void }) {
  const user = useDashboardUser();
  const { state, subject, appeals } = found;
  const isAboutReader = found.person?._id === user._id;
  return (
    <>
      <p>
        <Link className="text-link text-sm" to={paths.moderation()}>
          {t`All cases`}
        </Link>
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="wrap-anywhere" tabIndex={-1}>
          <span>{subjectKindTexts[subject.kind]}</span>
          {subject.name && (
            <>
              <span>{labelSeparator()}</span>
              <bdi>{subject.name}</bdi>
            </>
          )}
        </h1>
        <Badge tone={state === 'open' || state === 'appealed' ? 'brass' : 'quiet'}>
          {caseStateTexts[state]}
        </Badge>
      </div>
      <div className="@container mt-6">
        <div className="grid gap-10 @[52rem]:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="min-w-0 space-y-8">
            <CaseSubject found={found} />
            <FoundHints hints={found.foundHints} />
            {(found.reports > 0 || found.reopens !== undefined) && <Reports found={found} />}
            <PersonHistory found={found} />
            {!isAboutReader && <Notes about="case" id={found._id} />}
          </div>
          <div className="min-w-0 space-y-6">
            <Decision found={found} />
            {state === 'open' &&
              (isAboutReader ? (
                <p>{t`This is about you: another admin decides it.`}</p>
              ) : (
                <DecideForm found={found} onReadAgain={onReadAgain} />
              ))}
            {appeals.map((appeal) => (
              <div className="space-y-4" key={appeal._id}>
                <AppealText appeal={appeal} title={titleOf(appeal)} />
                {appeal.outcome === undefined && found.mayDecideAppeal && (
                  <DecideAppealForm
                    appealId={appeal._id}
                    id={found._id}
                    onReadAgain={onReadAgain}
                    title={titleOf(appeal)}
                  />
                )}
              </div>
            ))}
            {state === 'appealed' && !found.mayDecideAppeal && (
              <p>{t`Another admin decides on appeals here: you have made the decision, or it concerns you.`}</p>
            )}
            {state !== 'open' && state !== 'appealed' && <NextCase />}
          </div>
        </div>
      </div>
    </>
  );
}

function titleOf({ side, reference = '' }: ModerationCase['appeals'][number]): string {
  if (side === 'subject') return t`Appeal by the person concerned`;
  return reference === ''
    ? t`Appeal by a person who reported it`
    : t`Appeal by the sender of report ${reference}`;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-subheading">{title}</h2>
      {children}
    </section>
  );
}

function Reports({ found: { reports, shownReports, reopens } }: { found: ModerationCase }) {
  return (
    <Section title={plural(reports, { one: '# report', other: '# reports' })}>
      {reopens !== undefined && (
        <p className="mb-3">
          <Link className="text-link" to={paths.moderationCase(reopens)}>
            {t`Opened again after an appeal: the reports are in the earlier case`}
          </Link>
        </p>
      )}
      <ul className="divide-y divide-line">
        {shownReports.map((report) => (
          <li className="space-y-1 py-4 first:pt-0" key={report._id}>
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <strong className="font-semibold">{reasonTexts[report.reason].name}</strong>
              {report.law !== undefined && <bdi>{report.law}</bdi>}
            </p>
            <p className="whitespace-pre-line wrap-anywhere" dir="auto">
              {report.explanation}
            </p>
            <p className="text-sm text-muted wrap-anywhere">
              <span>{report.isGuest ? t`Guest` : t`User`}</span>
              {report.name !== undefined && (
                <>
                  <span>{labelSeparator()}</span>
                  <bdi>{report.name}</bdi>
                </>
              )}
              {report.email !== undefined && (
                <>
                  <span>{listSeparator()}</span>
                  <EmailText email={report.email} />
                </>
              )}
              <span aria-hidden="true"> · </span>
              <Moment at={report.time} />
              <span aria-hidden="true"> · </span>
              <span>{report.reference}</span>
            </p>
          </li>
        ))}
      </ul>
      {reports > shownReports.length && (
        <p className="text-sm text-muted">{t`The newest are shown.`}</p>
      )}
    </Section>
  );
}

function PersonHistory({ found: { person, history, sales } }: { found: ModerationCase }) {
  if (!person) return <p className="text-muted">{t`The account was removed.`}</p>;
  return (
    <Section title={t`The person`}>
      <p className="wrap-anywhere">
        <Link className="text-link" dir="auto" to={paths.seller(person._id)}>
          {person.name}
        </Link>
        <span>{listSeparator()}</span>
        <EmailText email={person.email} />
      </p>
      <p className="text-muted">
        {plural(sales, {
          0: 'No completed sale',
          one: '# completed sale',
          other: '# completed sales',
        })}
      </p>
      {history.length === 0 ? (
        <p className="text-muted">{t`No earlier decision.`}</p>
      ) : (
        <ul className="mt-2 space-y-1">
          {history.map((earlier) => (
            <li key={earlier._id}>
              <Link className="text-link" to={paths.moderationCase(earlier._id)}>
                {decidedTexts[earlier.outcome]}
              </Link>
              <span className="text-muted">
                <span> · </span>
                <span>{subjectKindTexts[earlier.kind]}</span>
                <span> · </span>
                <Moment at={earlier.time} isDay />
                {earlier.state === 'reversed' && (
                  <>
                    <span> · </span>
                    <span>{caseStateTexts.reversed}</span>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Decision({ found: { decision } }: { found: ModerationCase }) {
  if (!decision) return null;
  const { outcome, ground, facts, until, time, admin } = decision;
  return (
    <Section title={t`Decision`}>
      <dl className="space-y-2">
        <Fact term={t`Outcome`}>{decidedTexts[outcome]}</Fact>
        {until && (
          <Fact term={t`Until`}>
            <Moment at={until} />
          </Fact>
        )}
        {ground && (
          <Fact term={ground.kind === 'law' ? t`Law` : t`Rule of the shop`}>
            <bdi>{ground.text}</bdi>
          </Fact>
        )}
        <Fact term={t`Facts`}>
          <span className="whitespace-pre-line" dir="auto">
            {facts}
          </span>
        </Fact>
        <Fact term={t({ message: 'Decided', context: 'report' })}>
          <Moment at={time} />
          {admin !== undefined && (
            <>
              <span>{listSeparator()}</span>
              <bdi>{admin}</bdi>
            </>
          )}
        </Fact>
      </dl>
    </Section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
