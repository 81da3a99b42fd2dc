import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/text.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { AlertSettings } from '../alerts/AlertSettings.tsx';
import { alertSettingsQuery } from '../alerts/queries.ts';
import { SavedSearchList } from './saved/SavedSearchList.tsx';

/** Searches to find again, and the mails about what is new in the shop. */
export function SavedSearchesPage() {
  const { email } = useDashboardUser();
  const { data: settings } = useQuery(alertSettingsQuery());
  return (
    <>
      <h1 tabIndex={-1}>{t`Saved searches`}</h1>
      <section
        aria-labelledby="mails"
        className="mt-6 rounded-lg border border-line bg-sunken p-4 sm:p-5"
      >
        <h2 className="text-lg" id="mails">
          {t`Emails to you`}
        </h2>
        <p className="mt-1 mb-4 text-sm text-muted">
          {t`Each is sent at most once a day, to ${email}, once you have confirmed that address.`}
        </p>
        <AlertSettings />
      </section>
      <div className="mt-8">
        <SavedSearchList areMailed={settings?.searches ?? true} email={email} />
      </div>
    </>
  );
}
