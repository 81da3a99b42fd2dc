import { Trans } from '@lingui/react/macro';
import { t } from '#contract/text.ts';
import { CodeSample } from '../CodeSample.tsx';

export function ReactState() {
  return (
    <>
      <p>
        {t`Most quarrels about state are quarrels about storage: reducers or atoms, context or store. The better question comes earlier. For any value on the screen, who may say that it is wrong? That owner decides where the value lives, and in a shop like this there are five.`}
      </p>
      <ul>
        <li>
          <Trans>
            <strong>The server</strong> owns products, bookings and prices. What the browser has is
            a copy with an age. Treat it as a cache, with a library that knows about staleness,
            retries and invalidation, such as TanStack Query. Copying a reply into{' '}
            <code>useState</code> means writing that library again, badly.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>The address</strong> owns whatever a visitor would expect to survive a reload or
            to send to a friend: the category, the search, the open tab.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>The form</strong> owns what is half typed. Let the inputs keep it. React Hook
            Form, or React’s own form actions with <code>useActionState</code>, read it when it
            matters instead of rendering the page at each letter.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>A component</strong> owns what nobody else will miss: is this menu open?{' '}
            <code>useState</code> is right for it, and <code>useReducer</code> once one event has to
            change three things together.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>The session</strong> owns the few facts that are needed everywhere: who is
            signed in, light or dark. Context carries them well as long as they change seldom,
            because every reader of a context renders when its value does. For shared values that
            change often, use a store with selectors: Zustand, Redux Toolkit, or your own behind{' '}
            <code>useSyncExternalStore</code>.
          </Trans>
        </li>
      </ul>
      <p>
        {t`What can be computed belongs to nobody and should not be stored. The commonest bug we see in reviews is a second state that mirrors the first, kept in step by an effect:`}
      </p>
      <CodeSample of={t`Filtering a category, stored twice and then derived`}>
        {filtering}
      </CodeSample>
      <p>
        {t`The second version cannot fall out of step, since there is nothing to keep in step. It also makes the back button work. If the filter ever becomes slow, memoise it, or let the React Compiler do so; do not promote it to state for speed.`}
      </p>
      <p>
        <Trans>
          One case looks like an exception. Press the heart on a trumpet and it fills at once,
          before the server has agreed. That is not a second truth, it is a prediction with an
          expiry: show it, send the request, and put the old picture back if the answer is no.{' '}
          <code>useOptimistic</code> and the mutation of a query library both model precisely this.
          Never predict a payment.
        </Trans>
      </p>
      <p>
        {t`So our order is: derive it, else leave it in the address or the form, else keep it in the component, else borrow it from the server through a cache. If something is still left over, it has earned a store. In most applications that store then fits on one screen, and the choice of library hardly matters.`}
      </p>
    </>
  );
}

const filtering = `// Two facts that will disagree one day.
const [products, setProducts] = useState([]);
const [visible, setVisible] = useState([]);

// One fact on loan from the server, one in the address, and a question.
const { data: products = [] } = useQuery(categoryQuery('Brass'));
const [search] = useSearchParams();
const wanted = search.get('condition');
const visible = wanted
  ? products.filter((product) => product.condition === wanted)
  : products;`;
