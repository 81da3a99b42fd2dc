import type { Ref } from 'react';
import { roleNames } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { Button } from '../../ui/Button.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import type { ListedRole } from './queries.ts';
import { SellerStatus } from './SellerStatus.tsx';

const captions: Record<ListedRole, string> = { seller: 'Sellers', buyer: 'Buyers' };

/** People in a table with the columns of the specification; sellers also have a status. */
export function PeopleTable({
  kind,
  users,
  onRemove,
  ref,
}: {
  kind: ListedRole;
  users: readonly User[];
  /** Somebody wants this person deleted. */
  onRemove: (user: User) => void;
  ref: Ref<HTMLTableSectionElement>;
}) {
  return (
    <Table
      caption={captions[kind]}
      columns={[...columnsOf(onRemove), ...(kind === 'seller' ? [statusColumn] : [])]}
      ref={ref}
      rowKey={({ _id }) => _id}
      rows={users}
    />
  );
}

function columnsOf(onRemove: (user: User) => void): Column<User>[] {
  return [
    // Counted through the whole list, however many parts it came in.
    { header: 'Serial', isWhole: true, cell: (_user, index) => index + 1 },
    { header: 'Name', isRowHeader: true, cell: ({ name }) => name },
    { header: 'Email', cell: ({ email }) => <EmailText email={email} /> },
    { header: 'Role', isWhole: true, cell: ({ role }) => roleNames[role] },
    {
      header: 'Delete',
      isWhole: true,
      cell: (user) => (
        <Button onClick={() => onRemove(user)} size="small" variant="quietDanger">
          Delete<span className="sr-only"> {user.name}</span>
        </Button>
      ),
    },
  ];
}

const statusColumn: Column<User> = {
  header: 'Status',
  isWhole: true,
  cell: (user) => <SellerStatus seller={user} />,
};
