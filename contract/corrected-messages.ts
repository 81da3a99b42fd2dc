import type { ReplacedTexts } from './messages.ts';

/**
 * The texts of the specification without its typing errors, for `TEXTS=corrected`. Pages get them from the server, in their
 * document, like what the owner has set.
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
