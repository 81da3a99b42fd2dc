/** The texts of the specification without its typing errors, for `TEXTS=corrected`, by the ids of `messages.ts`. */
export const correctedMessages: Readonly<Record<string, string>> = {
  'toast.productAdded': 'Product Added Successfully',
  'toast.bookingDeleted': 'Booking Deleted Successfully',
  'toast.wishlistDeleted': 'Wishlist Item Deleted Successfully',
  'toast.operationDone': 'Operation Successful',
  'toast.itemBooked': 'The Item Was Successfully Booked',
  'toast.wishlistAdded': 'Added to Wishlist Successfully',
  'toast.alreadyBooked': 'Sorry, this item is already booked',
  'payment.completed': 'Congrats! Your payment is complete',
  'payment.transactionId': 'Your transaction ID',
  'product.sale': 'Featured',
  'category.empty': 'No Products Available in this Category',
  'category.title': 'All {name} Products',
};
