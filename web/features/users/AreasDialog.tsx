import { useState } from 'react';
import { isolate } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
import { type AdminArea, adminAreas, areaNames } from '#contract/users/admin-areas.ts';
import type { User } from '#contract/users/users.ts';
import { ProofDialog } from '../session/ProofDialog.tsx';
import { changeAreasMutation } from './queries.ts';

/** What an admin does in an area. */
const hints: Record<AdminArea, string> = textsOf({
  people: msg`Verify, delete and export sellers and buyers`,
  cases: msg`Reports, disputes, returns and all bookings`,
  listings: msg`Change and delete any listing, and import for sellers`,
  money: msg`Payouts, commissions of sellers, payment problems and the ledger`,
  operation: msg`Jobs, emails and what is tried again`,
  shop: msg`Overview, export of all records, audit log and staff`,
});

/** Asks an owner what an admin may do, and who asks. */
export function AreasDialog({
  user,
  email,
  onDone,
  onClose,
}: {
  user: User;
  /** The owner's. */
  email: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const [areas, setAreas] = useState<readonly AdminArea[]>(user.areas ?? adminAreas);
  const name = isolate(user.name);
  const change = (area: AdminArea, isChosen: boolean) =>
    setAreas(adminAreas.filter((one) => (one === area ? isChosen : areas.includes(one))));
  return (
    <ProofDialog
      confirmLabel={t`Save`}
      confirmVariant="primary"
      email={email}
      mutation={changeAreasMutation()}
      onClose={onClose}
      onDone={onDone}
      success={t`Areas saved`}
      title={t`What may ${name} do?`}
      variables={{ _id: user._id, areas: [...areas] }}
    >
      <fieldset>
        <legend className="font-semibold">{t`Areas`}</legend>
        {adminAreas.map((area) => (
          <label className="flex min-h-11 items-start gap-3 py-1.5" key={area}>
            <input
              checked={areas.includes(area)}
              className="mt-0.5 size-5 shrink-0 accent-brass"
              onChange={({ target }) => change(area, target.checked)}
              type="checkbox"
            />
            <span>
              <span className="block">{areaNames[area]}</span>
              <span className="block text-sm text-muted">{hints[area]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p aria-live="polite" className="mt-2 text-muted">
        {areas.length === adminAreas.length && (
          <span>{t`With all areas they are an owner of the shop, and decide about the other admins.`}</span>
        )}
        {areas.length === 0 && (
          <span>{t`Without an area they can only buy and sell like everyone else.`}</span>
        )}
      </p>
    </ProofDialog>
  );
}
