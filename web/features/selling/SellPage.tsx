import { Navigate } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { SellingTermsView } from './SellingTermsView.tsx';

/** The target of 'Sell your instrument' for users: a buyer becomes a seller here; a seller lists an instrument. */
export function SellPage() {
  const { role } = useDashboardUser();
  return role === 'buyer' ? <SellingTermsView /> : <Navigate replace to={paths.addProduct()} />;
}
