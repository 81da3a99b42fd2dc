#!/bin/sh
# Makes the sounds of all phrases: sh make.sh, in this folder.
set -e
work=$(mktemp -d)
python3 phrases.py "$work"
for midi in "$work"/*.mid; do
  key=$(basename "$midi" .mid)
  fluidsynth -ni -q -g 0.7 -R 1 -r 44100 -F "$work/$key.wav" /usr/share/sounds/sf2/FluidR3_GM.sf2 "$midi"
  # Silence at the end is cut off, then the last second fades.
  ffmpeg -v error -y -i "$work/$key.wav" -ac 1 -af "areverse,silenceremove=start_periods=1:start_threshold=-45dB,areverse" "$work/cut.wav"
  seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 "$work/cut.wav")
  fade=$(awk "BEGIN { s = $seconds > 11.9 ? 11.9 : $seconds; print s - 1 }")
  ffmpeg -v error -y -i "$work/cut.wav" -t 11.9 -ar 32000 \
    -af "afade=t=out:st=$fade:d=1,loudnorm=I=-18:TP=-2:LRA=11,alimiter=limit=0.8:level=0,aresample=32000,aformat=channel_layouts=mono" \
    -map_metadata -1 -c:a aac -b:a 38k -movflags +faststart "$key.m4a"
done
rm -r "$work"
