import { Link } from 'react-router';
import { isolate } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { removeWishMutation, wishlistQuery } from './queries.ts';
import { WishCards } from './WishCards.tsx';

/** A user's wishlist as cards. */
export function WishList({ email }: { email: string }) {
  const list = usePagedList(wishlistQuery(email));
  return (
    <PagedList
      dialog={(wish, { close, closeAfterRemoval }) => {
        const name = isolate(wish.name);
        return (
          <MutationDialog
            mutation={removeWishMutation()}
            onClose={close}
            onDone={() => closeAfterRemoval(wish._id)}
            success={messages.toast.wishlistDeleted}
            title={t`Remove ${name} from your wishlist?`}
            variables={wish}
          >
            {t`You can add it again as long as it is not sold.`}
          </MutationDialog>
        );
      }}
      empty={<NoWishes />}
      list={list}
      loading={{ label: t`Loading your wishlist`, rowHeight: 'h-52 sm:h-44' }}
      table={({ items, ref, ask }) => <WishCards onDelete={ask} ref={ref} wishes={items} />}
      things="wishes"
    />
  );
}

function NoWishes() {
  return (
    <EmptyState
      action={
        <Link className={buttonStyle('primary')} to={paths.home()}>
          {t`Browse the shop`}
        </Link>
      }
      title={t`Your wishlist is empty`}
    >
      {t`Press the heart on an instrument to keep it here while you decide.`}
    </EmptyState>
  );
}
