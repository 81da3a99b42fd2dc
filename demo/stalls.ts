/** Where the demo's sellers meet their buyers, and the number under which they answer. */
export const stalls = {
  baptiste: {
    treme: stall('baptiste', '504-555-0132', 'Tremé, New Orleans'),
    bywater: stall('baptiste', '504-555-0132', 'Bywater, New Orleans'),
  },
  diallo: {
    medina: stall('diallo', '+221 555 0169', 'Médina, Dakar'),
    ouakam: stall('diallo', '+221 555 0169', 'Ouakam, Dakar'),
    plateau: stall('diallo', '+221 555 0169', 'Plateau, Dakar'),
  },
  ishida: {
    shimokitazawa: stall('ishida', '+81 555 0145', 'Shimokitazawa, Tokyo'),
    nakazakicho: stall('ishida', '+81 555 0145', 'Nakazakichō, Osaka'),
  },
  okonkwo: {
    brixton: stall('okonkwo', '+44 555 0117', 'Brixton, London'),
    leytonstone: stall('okonkwo', '+44 555 0117', 'Leytonstone, London'),
    peckham: stall('okonkwo', '+44 555 0117', 'Peckham, London'),
  },
  quiroga: {
    laBoca: stall('quiroga', '+54 555 0158', 'La Boca, Buenos Aires'),
    palermo: stall('quiroga', '+54 555 0158', 'Palermo, Buenos Aires'),
    sanTelmo: stall('quiroga', '+54 555 0158', 'San Telmo, Buenos Aires'),
  },
  seller: {
    croixRousse: stall('seller', '+33 555 0104', 'Croix-Rousse, Lyon'),
    guillotiere: stall('seller', '+33 555 0104', 'Guillotière, Lyon'),
  },
  seller2: {
    mollevangen: stall('seller2', '+46 555 0123', 'Möllevången, Malmö'),
    sodermalm: stall('seller2', '+46 555 0123', 'Södermalm, Stockholm'),
  },
} as const;

function stall(seller: string, phone: string, location: string) {
  return { seller, phone, location };
}
