/** The drawings of the buttons that enlarge a picture, by themselves, because the product page needs no other drawing of a tool. */
export const zoomDrawings = {
  enlarge: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.3 15.3L20 20M10.5 7.8v5.4M7.8 10.5h5.4',
  reduce: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.3 15.3L20 20M7.8 10.5h5.4',
};
