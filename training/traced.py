"""Makes pictures of made-up sets as light really travels: traced by Blender. They are few, for they take long.

Run with a Python that has bpy: python -m training.traced pieces|boards|trials FOLDER FIRST COUNT. The files are
like those of ``training.closeups``, ``training.lessons`` and ``training.trials``; a set's number is its seed. Of a
whole board, pieces and what points are taken too, into the folders ``pieces`` and ``views`` beside.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import bpy  # type: ignore[import-not-found]
import cv2
import numpy as np
from mathutils import Matrix, Vector  # type: ignore[import-not-found]

from training import closeups, lessons, pointers, trials
from training.arranging import Arrangement, arrange
from training.boards import Scene, board, board_of, shot
from training.covers import Cover
from training.faces import Face, Rng
from training.ground import Flat
from training.meshes import MESHES, Mesh
from training.plane import FIRST, Field, Spot
from training.sets import Set, made_up
from vision.cut import CELLS
from vision.scene.light import Light, Plane
from vision.scene.solids import Solid

CROWDS = 5
"""Boards of a set that are traced for their pieces alone."""
NEAR = Field(0, 4, 76)
"""What is traced of pieces: as finely as they are looked at."""
AFAR = Field(1, 6, 56)
"""What is traced of a board: finer than it is cut, and without the rim of the cut."""
FINE = Field(FIRST, CELLS, 80)
"""The same as finely as a lesson keeps it."""
SAMPLES = 4


def traced(rng: Rng, scene: Scene) -> Plane:
    """A scene in the plane of its table, in linear light."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    stage, field = bpy.context.scene, scene.flat.field
    _settings(stage, int(rng.integers(1 << 30)), round(field.size * 1.07))
    _table(rng, scene.flat)
    _tiles(rng, scene.plan, scene.made)
    _stand(rng, scene.solids)
    if scene.over is not None:
        _reach_over(rng, scene.over, scene.eye, field)
    _light(rng, stage, scene.light)
    _camera(stage, scene.eye, field)
    return _in_plane(_pixels(stage), field)


def _settings(scene: Any, seed: int, side: int) -> None:
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x = scene.render.resolution_y = side
    scene.cycles.samples, scene.cycles.seed = SAMPLES, seed
    # the better denoiser alone takes longer than all the light
    scene.cycles.use_denoising, scene.cycles.denoising_quality = True, "FAST"
    scene.cycles.denoising_prefilter = "NONE"
    scene.cycles.max_bounces = scene.cycles.diffuse_bounces = 2
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False


def _picture(face: Face) -> Any:
    height, width = face.shape[:2]
    found = bpy.data.images.new("face", width, height)
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = face[::-1, :, ::-1] / 255
    found.pixels.foreach_set(rgba.ravel())
    found.pack()
    return found


def _material(rng: Rng, roughness: float, picture: Any = None) -> Any:
    """Paint, or a printed surface: how it shines, and a little unevenness."""
    material = bpy.data.materials.new("m")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    surface = nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = float(min(roughness, 1))
    surface.inputs["Specular IOR Level"].default_value = float(rng.uniform(0.2, 0.6))
    if picture is not None:
        colour = nodes.new("ShaderNodeTexImage")
        colour.image, colour.interpolation, colour.extension = picture, "Cubic", "MIRROR"
        links.new(colour.outputs["Color"], surface.inputs["Base Color"])
        return material
    colour = nodes.new("ShaderNodeAttribute")
    colour.attribute_name = "paint"
    out = colour.outputs["Color"]
    if rng.random() < 0.4:
        out = _uneven(rng, nodes, links, out)
    links.new(out, surface.inputs["Base Color"])
    if rng.random() < 0.25:
        surface.inputs["Coat Weight"].default_value = float(rng.uniform(0.2, 1))
    if rng.random() < 0.2:
        surface.inputs["Subsurface Weight"].default_value = float(rng.uniform(0.1, 0.6))
        surface.inputs["Subsurface Scale"].default_value = 0.05
    if rng.random() < 0.3:
        _bumpy(rng, nodes, links, surface)
    return material


def _noise(rng: Rng, nodes: Any) -> Any:
    noise = nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = float(rng.uniform(4, 40))
    noise.inputs["Detail"].default_value = 4.0
    return noise.outputs[0]


def _uneven(rng: Rng, nodes: Any, links: Any, colour: Any) -> Any:
    """The grain of wood, worn paint."""
    mix = nodes.new("ShaderNodeMixRGB")
    mix.blend_type = "MULTIPLY"
    mix.inputs[0].default_value = float(rng.uniform(0.2, 0.9))
    links.new(colour, mix.inputs[1])
    links.new(_noise(rng, nodes), mix.inputs[2])
    return mix.outputs[0]


def _bumpy(rng: Rng, nodes: Any, links: Any, surface: Any) -> None:
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = float(rng.uniform(0.1, 0.6))
    bump.inputs["Distance"].default_value = 0.02
    links.new(_noise(rng, nodes), bump.inputs["Height"])
    links.new(bump.outputs[0], surface.inputs["Normal"])


def _put(name: str, points: Any, faces: Any, material: Any) -> Any:
    """An object of the scene. Rows run downwards here and upwards there."""
    mesh = bpy.data.meshes.new(name)
    points = np.asarray(points, np.float64) * (1, -1, 1)
    mesh.from_pydata(points.tolist(), [], [tuple(reversed(face)) for face in faces])
    mesh.materials.append(material)
    found = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(found)
    return found


def _mapped(thing: Any, at: Any) -> None:
    """Where of its picture each corner of the first face shows."""
    layer = thing.data.uv_layers.new(name="uv")
    for loop in thing.data.loops:
        x, y = at[loop.vertex_index]
        layer.data[loop.index].uv = (float(x), 1 - float(y))


def _table(rng: Rng, flat: Flat) -> None:
    material = _material(rng, rng.choice([0.1, 0.3, 0.5, 0.8]) * rng.uniform(0.7, 1.2), _picture(flat.canvas))
    field = flat.field
    low, high, far = field.low, field.low + field.size / field.fine, 40.0
    share = (np.array([-far, far]) - low) / (high - low)
    corners = [(-far, -far, 0), (far, -far, 0), (far, far, 0), (-far, far, 0)]
    ground = _put("table", corners, [(0, 1, 2, 3)], material)
    _mapped(ground, [(share[int(x > 0)], share[int(y > 0)]) for x, y, _ in corners])


def _tiles(rng: Rng, plan: Arrangement, made: Set) -> None:
    printed = {}
    rough = made.tile_gloss.roughness + rng.uniform(0, 0.3)
    for row, column in np.argwhere(plan.tiles > 0):
        kind = int(plan.tiles[row, column]) - 1
        if kind not in printed:
            printed[kind] = _material(rng, rough, _picture(made.faces[kind]))
        half, thick = made.tile_size / 2, max(made.thickness, 0.004)
        flat = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        turn = plan.turns[row, column]
        spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        around = flat @ spin + plan.middles[row, column]
        points = [(*xy, up) for up in (0.0, thick) for xy in around]
        faces = [(4, 5, 6, 7), *[(i, (i + 1) % 4, 4 + (i + 1) % 4, 4 + i) for i in range(4)]]
        tile = _put("tile", points, faces, printed[kind])
        _mapped(tile, [(x / made.tile_size + 0.5, y / made.tile_size + 0.5) for x, y in (*flat, *flat)])


def _stand(rng: Rng, solids: list[Solid]) -> None:
    paint = _material(rng, float(rng.uniform(0.12, 0.9)))
    smooth, bevel = rng.random() < 0.8, rng.random() < 0.6
    width = float(rng.uniform(0.005, 0.025))
    for solid in solids:
        assert isinstance(solid, Mesh)
        thing = _put("piece", solid.points, solid.faces, paint)
        layer = thing.data.color_attributes.new("paint", "FLOAT_COLOR", "POINT")
        rgba = np.ones((len(solid.points), 4), np.float32)
        rgba[:, :3] = solid.colours[:, ::-1]
        layer.data.foreach_set("color", rgba.ravel())
        if smooth:
            thing.data.shade_smooth()
            thing.data.set_sharp_from_angle(angle=math.radians(40))
        if bevel:
            edge = thing.modifiers.new("bevel", "BEVEL")
            edge.width, edge.segments, edge.limit_method = width, 2, "ANGLE"


def _reach_over(rng: Rng, over: Cover, eye: Spot, field: Field) -> None:
    """The shadow of what covers the board, from where it is; what the camera sees of it is painted later."""
    skin = _material(rng, 0.8)
    outlines, _ = cv2.findContours((over.mask > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in outlines:
        seen = cv2.approxPolyDP(outline, 1.5, True)[:, 0] / field.fine + field.low
        if len(seen) < 3:
            continue
        there = eye[:2] + (seen - eye[:2]) * (1 - over.height / eye[2])
        flat = np.column_stack([there, np.full(len(there), over.height)])
        thing = _put("over", flat, [tuple(range(len(flat)))], skin)
        thing.visible_camera = False


def _light(rng: Rng, scene: Any, shine: Light) -> None:
    """The lamps, a room's brightness, and windows for what shines to mirror."""
    world = bpy.data.worlds.new("room")
    scene.world = world
    world.use_nodes = True
    room = world.node_tree.nodes["Background"]
    room.inputs[0].default_value = (*shine.ambient[::-1], 1)
    room.inputs[1].default_value = float(rng.uniform(0.2, 1.1))
    if rng.random() < 0.6:
        _ceiling(world.node_tree, room, shine.ambient, rng)
    for lamp in shine.lamps:
        bright = max(*lamp.colour, 1e-6)
        at = np.array(lamp.at) * (1, -1, 1)
        target = np.array([1.5, -1.5, 0])
        data = bpy.data.lights.new("lamp", "AREA")
        data.shape, data.size = "DISK", max(lamp.size * 2, 0.4)
        away = float(np.linalg.norm(at - target))
        # four would make white paper as bright as the colour says
        data.energy = float(bright * rng.uniform(4, 10) * math.pi * away**2)
        data.color = [value / bright for value in lamp.colour[::-1]]
        _aim(_added("lamp", data), at, target)
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        _window(rng)


def _ceiling(tree: Any, room: Any, ambient: Any, rng: Rng) -> None:
    """Brighter to one side than to the other."""
    nodes, links = tree.nodes, tree.links
    place, ramp, turn = (nodes.new(f"ShaderNode{kind}") for kind in ("TexCoord", "ValToRGB", "Mapping"))
    gradient = nodes.new("ShaderNodeTexGradient")
    turn.inputs["Rotation"].default_value = [float(a) for a in rng.uniform(0, 2 * math.pi, 3)]
    links.new(place.outputs["Generated"], turn.inputs["Vector"])
    links.new(turn.outputs[0], gradient.inputs[0])
    links.new(gradient.outputs["Fac"], ramp.inputs[0])
    for i, point in enumerate(ramp.color_ramp.elements):
        strength = rng.uniform(0.1, 0.8) if i == 0 else rng.uniform(0.8, 2.5)
        point.color = (*[value * strength for value in ambient[::-1]], 1)
    links.new(ramp.outputs[0], room.inputs[0])


def _window(rng: Rng) -> None:
    data = bpy.data.lights.new("window", "AREA")
    data.shape, data.size, data.size_y = "RECTANGLE", float(rng.uniform(3, 15)), float(rng.uniform(3, 15))
    angle, away, up = rng.uniform(0, 2 * math.pi), rng.uniform(8, 25), rng.uniform(6, 25)
    at = np.array([1.5 + away * math.cos(angle), -1.5 + away * math.sin(angle), up])
    data.energy = float(rng.uniform(0.05, 0.5) * 4 * math.pi * (away**2 + up**2))
    data.color = [float(v) for v in 1 - 0.2 * rng.random(3)]
    _aim(_added("window", data), at, np.array([1.5, -1.5, 0.0]))


def _added(name: str, data: Any) -> Any:
    found = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(found)
    return found


def _aim(thing: Any, at: Any, target: Any) -> None:
    thing.location = at
    ahead = Vector(target - at).normalized()
    right = ahead.cross(Vector((0, 1, 0))).normalized()
    thing.rotation_euler = Matrix((right, right.cross(ahead), -ahead)).transposed().to_euler()


def _camera(scene: Any, at: Spot, field: Field) -> None:
    data = bpy.data.cameras.new("eye")
    found = _added("eye", data)
    _aim(found, np.array([at[0], -at[1], at[2]]), np.array([1.5, -1.5, 0.1]))
    away = math.dist(at, (1.5, 1.5, 0))
    data.angle = 2 * math.atan(field.size / field.fine * 0.56 / away)
    scene.camera = found


def _pixels(scene: Any) -> Plane:
    path = Path(bpy.app.tempdir) / "traced.exr"
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    found = bpy.data.images.load(str(path))
    found.colorspace_settings.name = "Non-Color"
    side = scene.render.resolution_x
    pixels = np.empty(side * side * 4, np.float32)
    found.pixels.foreach_get(pixels)
    path.unlink()
    return np.ascontiguousarray(pixels.reshape(side, side, 4)[::-1, :, 2::-1])


def _in_plane(picture: Plane, field: Field) -> Plane:
    """The traced picture as the plane of the table would show it."""
    scene = bpy.context.scene
    bpy.context.view_layer.update()
    corners = np.array([[0, 0], [4, 0], [4, 4], [0, 4]], np.float64) - 0.5
    matrix = scene.camera.matrix_world.inverted()
    reach = 0.5 / math.tan(scene.camera.data.angle / 2)
    where = []
    for x, y in corners:
        seen = matrix @ Vector((x, -y, 0))
        where.append((0.5 + reach * seen.x / -seen.z, 0.5 - reach * seen.y / -seen.z))
    source = (np.array(where) * len(picture) - 0.5).astype(np.float32)
    target = field.px(corners) - np.float32(0.5)
    flat = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(source, target), (field.size, field.size),
                               flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    return np.asarray(flat / max(float(np.median(flat)), 1e-4) * 0.16, np.float32)


def crowd(number: int) -> dict[str, np.ndarray]:
    """Pieces of the set of this number; the first boards are photographed as lessons are."""
    rng = np.random.default_rng(number)
    made = made_up(rng, MESHES)
    return closeups.packed(
        made, [closeups.closeups(rng, made, i < lessons.LESSONS, traced, NEAR) for i in range(CROWDS)]
    )


def boards(number: int) -> dict[str, np.ndarray]:
    """Boards of the set of this number, likewise, and what else they show."""
    rng = np.random.default_rng(number)
    made = made_up(rng, MESHES)
    cuts, pieces, views = [], [], []
    for i in range(lessons.BOARDS):
        clean = i < lessons.LESSONS
        one = shot(rng, made, arrange(rng, made), AFAR, traced, MESHES, clean=clean)
        cuts.append(board_of(rng, one, clean))
        what = (one.plan, list(one.standing))
        pieces.append(closeups.looked_at(rng, (one.picture, one.field), one.eye, what, clean))
        views.append(pointers.views_of(rng, one))
    folder = Path(sys.argv[1]).parent
    lessons.keep(folder / "pieces", number, closeups.packed(made, pieces))
    together = {name: np.concatenate([one[name] for one in views]) for name in views[0]}
    lessons.keep(folder / "views", number, together)
    return lessons.packed(made, cuts)


def trial(number: int) -> dict[str, np.ndarray]:
    """Boards of the set of this number, for trust to be fitted on."""
    rng = np.random.default_rng([number, 2])
    made = made_up(rng, MESHES)
    return trials.packed(
        [board(rng, made, i < lessons.LESSONS, FINE, traced, MESHES) for i in range(trials.BOARDS)]
    )


if __name__ == "__main__":
    lessons.write({"pieces": crowd, "boards": boards, "trials": trial}[sys.argv.pop(1)])
