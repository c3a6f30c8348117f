import { type RefObject, useEffect, useRef, useState } from "react";

/** Whether the camera is being asked for, shows its picture, or is not to be had. */
export type CameraState = "asking" | "on" | "none";

/** Shows the front camera in a `<video>` as long as it is mounted. @returns the element to be rendered, and how the camera is */
export function useCamera(): { video: RefObject<HTMLVideoElement | null>; camera: CameraState } {
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<CameraState>("asking");
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isGone = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    void open().then(
      (opened) => {
        stream = opened;
        if (isGone) return stop();
        if (!video.current) return;
        // There is nothing to take before the first picture.
        video.current.onloadeddata = () => setCamera("on");
        video.current.srcObject = opened;
      },
      () => {
        if (!isGone) setCamera("none");
      },
    );
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  return { video, camera };
}

/** Browsers know cameras on secure pages alone. */
async function open(): Promise<MediaStream> {
  if (!("mediaDevices" in navigator)) throw new Error("no camera");
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: "user", width: { ideal: 1280 } }, audio: false });
}
