import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import type { ImportMapping, ListingImport } from '#contract/imports/listing-imports.ts';
import { afterListingChange } from '../../api/invalidation.ts';
import { apiOf } from '../../api/query-client.ts';
import { uploadImage } from '../pictures/upload-image.ts';

const keyOf = (id: string) => ['listing-imports', id];

/** The state of an import. */
export function listingImportQuery(id: string) {
  return queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readListingImport', { params: { id } }, { signal }),
  });
}

/** Uploads a file of listings for a seller. Nothing is listed yet. */
export function uploadListingFileMutation() {
  return mutationOptions({
    mutationFn: ({ seller, file }: { seller: string; file: File }, { client }) =>
      apiOf(client).call(
        'uploadListingFile',
        { query: { seller, name: file.name.slice(-200) } },
        { body: file },
      ),
    onSuccess: (stored, _sent, _before, { client }) => remember(client, stored),
  });
}

/** Says which column is which field. */
export function mapListingImportMutation(id: string) {
  return mutationOptions({
    mutationFn: (mapping: ImportMapping, { client }) =>
      apiOf(client).call('mapListingImport', { params: { id }, body: { mapping } }),
    onSuccess: (stored, _sent, _before, { client }) => {
      remember(client, stored);
      client.removeQueries({ queryKey: importChoicesQuery(stored.seller.email).queryKey });
    },
  });
}

/** Checks, or imports, the rest of the rows, one request after the other. It stops when the page is left. */
export function runListingImportMutation(id: string, signal: () => AbortSignal) {
  return mutationOptions({
    async mutationFn(step: 'check' | 'import', { client }) {
      const end = step === 'check' ? 'checked' : 'done';
      while (true) {
        const stored = await apiOf(client).call(
          'runListingImport',
          { params: { id }, body: { step } },
          { signal: signal() },
        );
        remember(client, stored);
        if (stored.state === end) return;
      }
    },
    onSettled: (_reply, _failure, step, _before, { client }) => {
      if (step === 'import') afterListingChange(client);
    },
  });
}

/** What is wrong with the refused rows, as a CSV file. */
export function readListingImportErrorsMutation(id: string) {
  return mutationOptions({
    mutationFn: (_nothing: undefined, { client }) =>
      apiOf(client).call('readListingImportErrors', { params: { id } }),
  });
}

/** What is remembered from a seller's files for the next one. */
export function importChoicesQuery(email: string) {
  return queryOptions({
    queryKey: ['import-choices', email],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readImportChoices', { query: { email } }, { signal }),
  });
}

/** Forgets one of these choices, or all when none is named. */
export function forgetImportChoicesMutation(email: string) {
  return mutationOptions({
    mutationFn: (which: Omit<CallInput<'forgetImportChoices'>['query'], 'email'>, { client }) =>
      apiOf(client).call('forgetImportChoices', { query: { email, ...which } }),
    onSettled: (_reply, _failure, _which, _before, { client }) =>
      client.invalidateQueries({ queryKey: importChoicesQuery(email).queryKey }),
  });
}

/** Uploads the picture for listings without one. */
export function uploadPictureMutation() {
  return mutationOptions({ mutationFn: (file: File) => uploadImage(file) });
}

function remember(client: QueryClient, stored: ListingImport): void {
  client.setQueryData(listingImportQuery(stored._id).queryKey, stored);
}
