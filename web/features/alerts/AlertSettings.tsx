import { useMutation, useQuery } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import type { AlertSettings as Settings } from '#contract/alerts/alerts.ts';
import { type AlertTopic, alertTopics } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { alertSettingsQuery, changeAlertSettingsMutation } from './queries.ts';

const texts: Record<AlertTopic, { label: string; explanation: string }> = textsOf({
  searches: {
    label: msg`Saved searches`,
    explanation: msg`When something new matches one of your searches, unless its emails are off.`,
  },
  wishlist: {
    label: msg`Wishlist`,
    explanation: msg`When something on it gets cheaper or becomes available again.`,
  },
  messages: {
    label: msg`Messages`,
    explanation: msg`When somebody has written to you: one for each conversation until you read it.`,
  },
});

/** A shop may have no messages. */
const topicsOf = (settings: Settings) =>
  alertTopics.filter((topic) => settings[topic] !== undefined);

/** Switches the mails of each topic on or off. */
export function AlertSettings() {
  const settings = useQuery(alertSettingsQuery());
  const change = useMutation(changeAlertSettingsMutation());
  if (!settings.data && settings.error) {
    return (
      <ErrorState
        isTrying={settings.isFetching}
        message={settings.error.message}
        onTryAgain={() => settings.refetch()}
      />
    );
  }
  if (!settings.data) return <Skeleton className="h-24 w-full" />;
  const shown = { ...settings.data, ...(change.isPending ? change.variables : {}) };
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-4">
      {topicsOf(settings.data).map((topic) => (
        <div className="min-w-0 flex-1 basis-64" key={topic}>
          <Switch
            isBusy={change.isPending}
            isOn={shown[topic] === true}
            label={texts[topic].label}
            onTurn={() =>
              change.mutate(
                { [topic]: !shown[topic] },
                { onError: ({ message }) => toast.error(message) },
              )
            }
          />
          <p className="text-sm text-muted">{texts[topic].explanation}</p>
        </div>
      ))}
      <FieldError message={change.error?.message} />
    </div>
  );
}
