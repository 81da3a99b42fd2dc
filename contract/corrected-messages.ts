import type { ReplacedTexts } from './messages.ts';

/**
 * The texts of the specification without its typing errors, for `TEXTS=corrected`. Pages get them with the rest of the shop, so
 * that no script of theirs contains both.
 */
export const correctedMessages = {
  toast: {
    productAdded: 'Product Added Successfully',
    bookingDeleted: 'Booking Deleted Successfully',
    wishlistDeleted: 'Wishlist Item Deleted Successfully',
    operationDone: 'Operation Successful',
    itemBooked: 'The Item Was Successfully Booked',
    wishlistAdded: 'Added to Wishlist Successfully',
    alreadyBooked: 'Sorry, this item is already booked',
  },
  payment: {
    completed: 'Congrats! Your payment is complete',
    transactionId: 'Your transaction ID',
  },
  category: {
    empty: 'No Products Available in this Category',
    titleEnd: 'Products',
  },
} as const satisfies ReplacedTexts;
