import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import type {
  AppealOutcome,
  CaseState,
  NoteSubject,
  ReportReason,
} from '#contract/moderation/moderation-terms.ts';
import { missingIfMalformed } from '../../api/failures.ts';
import { afterDecision, queryKeys } from '../../api/invalidation.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';

/** Reports something. A repeated report of the same has the reference of the first. */
export function fileReportMutation() {
  return mutationOptions({
    mutationFn: (body: CallInput<'fileReport'>['body'], { client }) =>
      apiOf(client).call('fileReport', { body }),
    onSettled: (_reply, _failure, _report, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.moderation }),
  });
}

/** What the user has reported. */
export function ownReportsQuery(email: string) {
  return pagedQuery([...queryKeys.moderation, 'reports', email], (api, query, options) =>
    api.callPage('listOwnReports', { query: { email, ...query } }, options),
  );
}

/** What was decided about the user. */
export function ownDecisionsQuery(email: string) {
  return pagedQuery([...queryKeys.moderation, 'decisions', email], (api, query, options) =>
    api.callPage('listOwnDecisions', { query: { email, ...query } }, options),
  );
}

/** Appeals against a decision. */
export function appealMutation() {
  return mutationOptions({
    mutationFn: ({ _id, reason }: { _id: string; reason: string }, { client }) =>
      apiOf(client).call('appealDecision', { params: { id: _id }, body: { text: reason } }),
    onSettled: (_reply, _failure, _appeal, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.moderation }),
  });
}

export interface CaseFilter {
  state: CaseState | 'waiting';
  reason: ReportReason | undefined;
  /** The reference of a report: its case is found in any state. */
  reference?: string | undefined;
}

/** The cases of the shop, for admins. */
export function casesQuery({ state, reason, reference }: CaseFilter) {
  return pagedQuery(
    [...queryKeys.moderation, 'cases', state, reason ?? '', reference ?? ''],
    (api, query, options) =>
      api.callPage(
        'listCases',
        { query: { state, ...(reason && { reason }), ...(reference && { reference }), ...query } },
        options,
      ),
  );
}

export function caseQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.moderation, 'case', id],
    queryFn: ({ client, signal }) =>
      missingIfMalformed(apiOf(client).call('readCase', { params: { id } }, { signal })),
    // Each look at messages is recorded.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function decideCaseMutation() {
  return mutationOptions({
    mutationFn: ({ _id, ...body }: CallInput<'decideCase'>['body'] & { _id: string }, { client }) =>
      apiOf(client).call('decideCase', { params: { id: _id }, body }),
    onSuccess: (_reply, _decision, _before, { client }) => afterDecision(client),
  });
}

/** Reports a stolen instrument. */
export function reportStolenMutation() {
  return mutationOptions({
    mutationFn: (body: CallInput<'reportStolen'>['body'], { client }) =>
      apiOf(client).call('reportStolen', { body }),
  });
}

/** Takes back that a listing has a picture with a code. */
export function removeCodePhotoOfCaseMutation() {
  return mutationOptions({
    mutationFn: (productId: string, { client }) =>
      apiOf(client).call('removeCodePhoto', { params: { id: productId } }),
    onSuccess: (_reply, _id, _before, { client }) => afterDecision(client),
  });
}

export function decideAppealMutation() {
  return mutationOptions({
    mutationFn: (
      { _id, ...body }: { _id: string; appeal: string; outcome: AppealOutcome; reason: string },
      { client },
    ) => apiOf(client).call('decideAppeal', { params: { id: _id }, body }),
    onSuccess: (_reply, _decision, _before, { client }) => afterDecision(client),
  });
}

/** The calls about the notes on each subject. */
const noteCalls = {
  person: { list: 'listPersonNotes', add: 'addPersonNote' },
  sale: { list: 'listSaleNotes', add: 'addSaleNote' },
  case: { list: 'listCaseNotes', add: 'addCaseNote' },
} as const satisfies Record<NoteSubject, object>;

const notesKey = (about: NoteSubject, id: string) => [...queryKeys.moderation, 'notes', about, id];

/** What admins noted about a person, a sale or a case. */
export function notesQuery(about: NoteSubject, id: string) {
  return pagedQuery(notesKey(about, id), (api, query, options) =>
    api.callPage(noteCalls[about].list, { params: { id }, query }, options),
  );
}

/** Adds a note. */
export function addNoteMutation(about: NoteSubject, id: string) {
  return mutationOptions({
    mutationFn: (text: string, { client }) =>
      apiOf(client).call(noteCalls[about].add, { params: { id }, body: { text } }),
    onSettled: async (_reply, _failure, _text, _before, { client }) => {
      await client.invalidateQueries({ queryKey: notesKey(about, id) });
      void client.invalidateQueries({ queryKey: queryKeys.audit });
    },
  });
}
