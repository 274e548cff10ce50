from guandan.cards import *
from guandan.seats import *
from guandan.errors import *
from guandan.hand import Hand
from guandan.rules import *
from guandan.notation import Kind
from guandan.combos import *
from guandan.plays import *
