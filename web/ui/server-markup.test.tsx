/// <reference types="node" />

import { readdirSync, readFileSync } from 'node:fs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { ActionMenu, MenuAction } from './ActionMenu.tsx';
import { Avatar } from './Avatar.tsx';
import { Badge } from './Badge.tsx';
import { Button } from './Button.tsx';
import { CardList, ItemCard } from './CardList.tsx';
import { Carousel } from './Carousel.tsx';
import { CategoryTile } from './CategoryTile.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { Disclosure } from './Disclosure.tsx';
import { EmailText } from './EmailText.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { LostNote } from './illustrations/LostNote.tsx';
import { ShopWall } from './illustrations/ShopWall.tsx';
import { ListForViewer } from './ListForViewer.tsx';
import { Loading } from './Loading.tsx';
import { LoadingOrError } from './LoadingOrError.tsx';
import { LoginPrompt } from './LoginPrompt.tsx';
import { Logo } from './Logo.tsx';
import { NewSince } from './NewSince.tsx';
import { PagedList } from './PagedList.tsx';
import { PasswordField } from './PasswordField.tsx';
import { Picture } from './Picture.tsx';
import { PictureField } from './PictureField.tsx';
import { RadioField } from './RadioField.tsx';
import { SearchField } from './SearchField.tsx';
import { Select } from './Select.tsx';
import { ShowMore } from './ShowMore.tsx';
import { Skeleton } from './Skeleton.tsx';
import { Switch } from './Switch.tsx';
import { Table } from './Table.tsx';
import { TextArea, TextField } from './TextField.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { Toasts } from './Toasts.tsx';
import { usePagedList } from './use-paged-list.ts';
import { VerifiedBadge } from './VerifiedBadge.tsx';
import { VerifiedSeal } from './VerifiedSeal.tsx';
import { ViewSwitch } from './ViewSwitch.tsx';

const pictured = { picture: <i />, title: 'A lute' };
const choices = [{ value: 'buyer', label: 'Buy' }];
const stored = {
  base: '/pictures/1',
  widths: [400, 800],
  avif: true,
  width: 1200,
  height: 900,
  placeholder: 'data:image/webp;base64,AA==',
};

function LoadingList() {
  const list = usePagedList({
    queryKey: ['things'],
    queryFn: async () => ({ items: [{ _id: 'one' }], nextCursor: null }),
    initialPageParam: null,
    getNextPageParam: () => null,
  });
  return (
    <PagedList
      empty={null}
      list={list}
      loading={{ label: 'Loading the things', rowHeight: 'h-6' }}
      table={() => null}
      things="things"
    />
  );
}

const guestPage: { items: { _id: string }[]; nextCursor: string | null; viewer: null } = {
  items: [{ _id: 'one' }],
  nextCursor: 'next',
  viewer: null,
};

function ListForGuests() {
  const list = usePagedList({
    queryKey: ['things for guests'],
    queryFn: async () => guestPage,
    initialPageParam: null,
    getNextPageParam: () => null,
    initialData: { pages: [guestPage], pageParams: [null] },
  });
  return (
    <ListForViewer
      cards={{ current: null }}
      firstPage="/things"
      grid="One"
      list={list}
      nextPage={(cursor) => `/things/${cursor}`}
      notes={null}
      skeleton="Loading"
      things="things"
      viewer="pending"
    />
  );
}

const parts: Record<string, ReactNode> = {
  ActionMenu: (
    <ActionMenu about="the lute">
      <MenuAction onSelect={() => undefined}>Delete</MenuAction>
    </ActionMenu>
  ),
  Avatar: <Avatar address="/pictures/1/800.webp" className="size-10" name="Ada" sizes="3rem" />,
  Badge: <Badge tone="green">Paid</Badge>,
  Button: <Button isBusy>Save</Button>,
  Carousel: <Carousel heading="New" label="New" slides={[{ key: '1', content: 'One' }]} />,
  CardList: (
    <CardList items={[{ _id: 'one' }]} name="Things" ref={null}>
      {(_item, serial) => <ItemCard price="$5" serial={serial} status="Paid" {...pictured} />}
    </CardList>
  ),
  CategoryTile: <CategoryTile category="Brass" link={Anchor} to="/category/Brass" />,
  Disclosure: (
    <Disclosure id="why" title="Why?">
      Because.
    </Disclosure>
  ),
  EmailText: <EmailText email="ann@reprise.test" />,
  EmptyState: <EmptyState title="Nothing yet" />,
  ErrorState: <ErrorState message="No answer" onTryAgain={() => undefined} />,
  ListForViewer: (
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <ListForGuests />
      </QueryClientProvider>
    </MemoryRouter>
  ),
  Loading: <Loading />,
  LoadingOrError: (
    <LoadingOrError
      heading="Payment"
      query={{ error: new Error('No answer'), isFetching: false, refetch: () => undefined }}
    />
  ),
  LoginPrompt: (
    <MemoryRouter>
      <LoginPrompt state={{}} text="Log in to see all." title="12 on sale." />
    </MemoryRouter>
  ),
  Logo: <Logo />,
  LostNote: <LostNote />,
  NewSince: (
    <NewSince
      newer={{ count: 3, isMore: false, state: 'idle', shownTimes: 0, show: () => undefined }}
      rows={{ current: null }}
      things="things"
    />
  ),
  PagedList: (
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <LoadingList />
      </QueryClientProvider>
    </MemoryRouter>
  ),
  PasswordField: <PasswordField label="Password" />,
  Picture: <Picture address="/pictures/1/800.webp" alt="A lute" sizes="50vw" source={stored} />,
  PictureField: (
    <PictureField
      accept="image/webp"
      label="Picture"
      name="picture"
      onChange={() => undefined}
      picture={undefined}
      upload={{ share: 0.5, onCancel: () => undefined }}
    />
  ),
  RadioField: <RadioField choices={choices} defaultValue="buyer" label="I want to" name="role" />,
  SearchField: <SearchField label="Search" />,
  Select: <Select choices={choices} defaultValue="" label="Role" placeholder="Choose" />,
  ShopWall: <ShopWall />,
  ShowMore: (
    <ShowMore
      end={{
        count: 1,
        hasMore: true,
        loadsByItself: true,
        isLoading: true,
        failure: null,
        loadMore: () => undefined,
      }}
      rows={{ current: null }}
      things="things"
    />
  ),
  Skeleton: <Skeleton className="h-6" />,
  Table: (
    <Table
      caption="Things"
      columns={[{ header: 'Name', cell: (row) => row }]}
      rowKey={(row) => row}
      rows={['one']}
    />
  ),
  TextArea: <TextArea label="Description" />,
  TextField: <TextField error="Name is Required" label="Name" />,
  ThemeSwitch: <ThemeSwitch />,
  Toasts: <Toasts />,
  Switch: <Switch isOn label="Email me" onTurn={() => undefined} />,
  VerifiedBadge: <VerifiedBadge label="Verified Seller" />,
  VerifiedSeal: <VerifiedSeal label="Verified Seller" />,
  ViewSwitch: <ViewSwitch />,
};

describe('on the server', () => {
  test.each(Object.entries(parts))('%s brings no style that the policy blocks', (_name, part) => {
    const html = renderToString(part);
    expect(html).not.toBe('');
    expect(html).not.toMatch(/ style=|<style/);
  });

  test('a closed dialog is not in the page', () => {
    const closed = { isOpen: false, onClose: () => undefined, title: 'Delete the lute?' };
    const confirm = <ConfirmDialog {...closed} confirmLabel="Delete" onConfirm={closed.onClose} />;
    expect(renderToString(<Dialog {...closed}>Sure?</Dialog>)).toBe('');
    expect(renderToString(confirm)).toBe('');
  });

  test('every component is covered above', () => {
    const onlyInBrowsers = [
      'Dialog',
      'ConfirmDialog',
      'MutationDialog',
      'FormDialog',
      'ReasonDialog',
      'FocusReturn',
    ];
    const insideOthers = ['FileButton', 'Spinner', 'CarouselControls', 'Field', 'Icon'];
    const rendered = [...Object.keys(parts), ...insideOthers, ...onlyInBrowsers];
    expect(componentNames().filter((name) => !rendered.includes(name))).toEqual([]);
  });
});

test('only lazily loaded components import the overlay library', () => {
  const users = componentNames().filter((name) => sourceOf(name).includes('react-aria-components'));
  expect(users).toEqual(['Dialog']);
  const above = componentNames().filter((name) => /from '\.\/Dialog\.tsx'/.test(sourceOf(name)));
  expect(above).toEqual(['ConfirmDialog', 'FormDialog']);
});

function Anchor({ to, children }: { to: string; children?: ReactNode }) {
  return <a href={to}>{children}</a>;
}

function componentNames(): string[] {
  return readdirSync(new URL('.', import.meta.url))
    .filter((file) => /^[A-Z]\w*\.tsx$/.test(file))
    .map((file) => file.replace('.tsx', ''))
    .sort();
}

function sourceOf(name: string): string {
  return readFileSync(new URL(`${name}.tsx`, import.meta.url), 'utf8');
}
