import { mutationOptions } from '@tanstack/react-query';
import type { ExportKind } from '#contract/exports.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { apiOf } from '../../api/query-client.ts';

/** All records of a kind as a CSV file. The server wants a recent proof of who asks, and writes it to the audit. */
export function exportRecordsMutation() {
  return mutationOptions({
    mutationFn: (kind: ExportKind, { client }) =>
      apiOf(client).call('exportRecords', { params: { kind } }),
    onSettled: (_reply, _failure, _kind, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.audit }),
  });
}
