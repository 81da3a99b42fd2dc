import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import { CallFailure } from '../../api/failures.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ImportSteps } from './ImportSteps.tsx';
import { listingImportQuery, uploadListingFileMutation } from './queries.ts';
import { RememberedChoices } from './RememberedChoices.tsx';
import { StepHeading } from './StepHeading.tsx';

/**
 * Lists many instruments from one CSV file, alone or with its pictures in a ZIP file: choose it, map its columns,
 * check, import.
 */
export function ImportPage() {
  const { id } = useParams();
  return (
    <>
      <h1 tabIndex={-1}>{t`Import listings`}</h1>
      <p className="mt-1 max-w-prose text-muted">
        {t`List many instruments at once from a spreadsheet. Nothing is listed until you have seen what will happen to each row.`}
      </p>
      {id === undefined ? <ChooseFile /> : <StoredImport id={id} key={id} />}
    </>
  );
}

function StoredImport({ id }: { id: string }) {
  const { email } = useDashboardUser();
  const { data, error, isFetching, refetch } = useQuery(listingImportQuery(id));
  if (data) {
    const isOwn = data.seller.email.toLowerCase() === email.toLowerCase();
    return <ImportSteps isOwn={isOwn} stored={data} />;
  }
  return (
    <div className="mt-8">
      {error ? (
        <ErrorState
          isTrying={isFetching}
          message={error.message}
          onTryAgain={() => refetch()}
          title={t`This import did not load`}
        />
      ) : (
        <Loading label={t`Loading the import`} />
      )}
    </div>
  );
}

function ChooseFile() {
  const user = useDashboardUser();
  const isAdmin = mayActIn('listings', user);
  const [seller, setSeller] = useState(isAdmin ? '' : user.email);
  const navigate = useNavigate();
  const upload = useMutation(uploadListingFileMutation());
  const send = ([file]: readonly File[]) => {
    if (!file || upload.isPending) return;
    upload.mutate(
      { seller: seller.trim(), file },
      { onSuccess: ({ _id }) => navigate(paths.importListings(_id)) },
    );
  };
  const errors = upload.error instanceof CallFailure ? upload.error.errors : {};
  return (
    <section className="mt-8 max-w-prose space-y-6">
      <StepHeading step={1} title={t`Choose a file`} />
      {isAdmin && (
        <TextField
          autoComplete="off"
          error={errors.seller}
          hint={t`The listings will belong to them. The import is recorded in the audit log.`}
          inputMode="email"
          label={t`Seller’s email address`}
          onChange={({ target }) => {
            setSeller(target.value);
            upload.reset();
          }}
          type="email"
          value={seller}
        />
      )}
      <div className="space-y-3">
        <FileButton
          accept=".csv,.tsv,.txt,.zip,text/csv,application/zip"
          aria-describedby="file-hint"
          onFiles={send}
          variant="primary"
        >
          <Icon name="list" />
          <span>{upload.isPending ? t`Uploading the file` : t`Choose a CSV or ZIP file`}</span>
        </FileButton>
        <FieldError message={errors.seller ? undefined : upload.error?.message} />
        <p className="text-sm text-muted" id="file-hint">
          {t`The first line names the columns. Up to 10,000 rows and 20 MB, separated by commas, semicolons or tabs. To add pictures, put them into a ZIP file with it, up to 50 MB.`}
        </p>
      </div>
      <FileRules />
      <RememberedChoices email={user.email} />
    </section>
  );
}

function FileRules() {
  return (
    <div className="space-y-2 rounded-lg border border-line bg-surface p-5 text-muted">
      <h3 className="text-base text-ink">{t`What each row needs`}</h3>
      <ul className="list-disc space-y-1 ps-5">
        <li>
          {t`Name, price, phone, location, description and year of purchase. What is the same for all rows, such as your phone number, you enter only once.`}
        </li>
        <li>
          {t`Pictures: links that begin with https://, or names of files in the ZIP file. Rows without one get the picture you choose in the next step.`}
        </li>
        <li>
          {t`If you have one, your own number for the instrument: the external id. With it, you can change a row and import the file again to update its listing. Without it, a row that you have changed is listed as another instrument; the others are not listed twice.`}
        </li>
      </ul>
    </div>
  );
}
