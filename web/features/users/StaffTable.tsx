import type { Ref } from 'react';
import { isolate } from '#contract/isolate.ts';
import { t } from '#contract/text.ts';
import { type AdminArea, areaNames, isOwner } from '#contract/users/admin-areas.ts';
import type { User } from '#contract/users/users.ts';
import { Button } from '../../ui/Button.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { formatList } from '../../ui/format.ts';
import { Table } from '../../ui/Table.tsx';

/** Admins with their areas. Owners have a button to change those of the others. */
export function StaffTable({
  users,
  viewer,
  onChange,
  ref,
}: {
  users: readonly User[];
  viewer: User;
  onChange: (user: User) => void;
  ref: Ref<HTMLTableSectionElement>;
}) {
  const change = {
    header: t`Change`,
    cell: (user: User) =>
      user._id === viewer._id ? (
        <span className="text-muted">{t`You`}</span>
      ) : (
        <Button onClick={() => onChange(user)} size="small">
          {t`Change areas`}
          <span className="sr-only"> {isolate(user.name)}</span>
        </Button>
      ),
  };
  return (
    <Table
      caption={t`Staff`}
      columns={[
        {
          header: t`Name`,
          isRowHeader: true,
          cell: ({ name, email }) => (
            <>
              <bdi>{name}</bdi>
              <span className="block text-sm font-normal text-muted">
                <EmailText email={email} />
              </span>
            </>
          ),
        },
        {
          header: t`Areas`,
          cell: (user) => (isOwner(user) ? t`All: owner of the shop` : nameAreas(user.areas ?? [])),
        },
        ...(isOwner(viewer) ? [change] : []),
      ]}
      ref={ref}
      rowKey={({ _id }) => _id}
      rows={users}
    />
  );
}

/** The names of areas in a sentence. */
export function nameAreas(areas: readonly AdminArea[]): string {
  return areas.length === 0 ? t`None` : formatList(areas.map((area) => areaNames[area]));
}
